import { useTranslation } from 'react-i18next'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'
import type { ApiForm } from '../use-api-form.ts'

type Proof = Record<'password' | 'code', string>

interface Props {
  form: Pick<ApiForm<Proof>, 'field' | 'failure'>
  /** Whether it is known that a second factor is on; where that shows only as the server refuses, the code is asked then. */
  hasFactor: boolean
}

/** What shows who it is, just now: the password and, of whoever has a second factor, its code. */
export function VerificationFields({ form, hasFactor }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('kit:proof.password')}
        required
        autoComplete="current-password"
        maxLength={200}
      />
      {(hasFactor || form.failure?.code === 'second_factor_required') && (
        <TextField
          {...form.field('code')}
          label={t('kit:proof.code')}
          hint={t('kit:proof.codeHint')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </>
  )
}

/** As it is sent: an empty code is none. */
export const enteredVerification = ({ password, code }: Proof) => ({ password, ...(code && { code }) })
