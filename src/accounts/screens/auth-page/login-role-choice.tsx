import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { loginRoles, type LoginRole } from './use-login-role.ts'

interface Props {
  value: LoginRole
  onChange: (loginRole: LoginRole) => void
}

/** Choice of student, teacher or admin. */
export function LoginRoleChoice({ value, onChange }: Props) {
  const { t } = useTranslation('accounts')
  const roleName = useRoleName()
  return (
    <ChoiceBar
      label={t('login.as')}
      value={value}
      onChange={onChange}
      choices={loginRoles.map((loginRole) => ({ value: loginRole, label: roleName(loginRole) }))}
    />
  )
}
