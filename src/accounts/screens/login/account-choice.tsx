import { IconChalkboard, IconChevronRight, IconSchool, IconSettings } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { LoginRole } from '../auth-page/use-login-role.ts'
import classes from './account-choice.module.css'

const icons = { student: IconSchool, teacher: IconChalkboard, admin: IconSettings }

interface Props {
  /** Roles of the accounts whose password fits. */
  loginRoles: readonly LoginRole[]
  isSubmitting: boolean
  onChoose: (loginRole: LoginRole) => void
  onBack: () => void
}

/** Asks which of several accounts with the same address and password to use. */
export default function AccountChoice({ loginRoles, isSubmitting, onChoose, onBack }: Props) {
  const { t } = useTranslation('accounts')
  const roleName = useRoleName()
  return (
    <>
      <ul className={classes.list} aria-busy={isSubmitting}>
        {loginRoles.map((loginRole) => {
          const Icon = icons[loginRole]
          return (
            <li key={loginRole}>
              <button type="button" className={classes.card} onClick={() => onChoose(loginRole)}>
                <Icon size={28} aria-hidden />
                <span className={classes.label}>
                  <strong>{roleName(loginRole)}</strong>
                  <small>{t(`login.choiceText_${loginRole}`)}</small>
                </span>
                <IconChevronRight size={20} className={`ly-mirrored ${classes.arrow}`} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      <Button variant="subtle" fullWidth mt="md" onClick={onBack}>
        {t('forgot.back')}
      </Button>
    </>
  )
}
