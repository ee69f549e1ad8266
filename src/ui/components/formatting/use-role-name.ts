import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { roleName } from './role-name.ts'

/** The role as people call it. */
export function useRoleName() {
  const { t } = useTranslation('ui')
  return useCallback((role: string | null | undefined) => t(`roles.${roleName(role)}`), [t])
}
