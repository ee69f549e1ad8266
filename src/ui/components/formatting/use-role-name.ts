import { useCallback } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { roleName } from './role-name.ts'

/** Returns a function that gives the translated name of a role. */
export function useRoleName() {
  const { t } = useTranslation('ui')
  return useCallback((role: string | null | undefined) => t(`roles.${roleName(role)}`), [t])
}
