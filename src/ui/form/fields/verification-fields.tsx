import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'
import type { ApiForm } from '../use-api-form.ts'

type Proof = Record<'password' | 'code', string>

interface Props {
  form: Pick<ApiForm<Proof>, 'field' | 'failure'>
  /** Whether the user has a second factor. If unknown, the code field appears after the server requires it. */
  hasFactor: boolean
}

/** Fields for reauthentication: the password and, for users with a second factor, its code. */
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

/** The request fields; an empty code is omitted. */
export const enteredVerification = ({ password, code }: Proof) => ({ password, ...(code && { code }) })
