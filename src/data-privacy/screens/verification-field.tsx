import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export type ReauthMethod = 'password' | 'code'

interface Props {
  form: ApiForm<{ password?: string; code?: string; token?: string }>
  way: ReauthMethod
}

/** Reauthentication: the password, or a code of the authenticator app. */
export function VerificationField({ form, way }: Props) {
  const { t } = useTranslation('data-privacy')
  if (way === 'password')
    return (
      <PasswordField
        {...form.field('password')}
        value={form.values.password ?? ''}
        label={t('erase.password')}
        required
        autoComplete="current-password"
        maxLength={200}
      />
    )
  return (
    <TextField
      {...form.field('code')}
      value={form.values.code ?? ''}
      label={t('erase.code')}
      hint={t('erase.codeHint')}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
    />
  )
}
