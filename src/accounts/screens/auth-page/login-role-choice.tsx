import { useTranslation } from 'react-i18next'
import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { doors, type Door } from './use-login-role.ts'

interface Props {
  value: Door
  onChange: (door: Door) => void
}

/** Student, teacher or admin. */
export function DoorChoice({ value, onChange }: Props) {
  const { t } = useTranslation('accounts')
  const roleName = useRoleName()
  return (
    <ChoiceBar
      label={t('login.as')}
      value={value}
      onChange={onChange}
      choices={doors.map((door) => ({ value: door, label: roleName(door) }))}
    />
  )
}
