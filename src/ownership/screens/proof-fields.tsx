import { useTranslation } from 'react-i18next'
import { mySecondFactor } from '#accounts/contract.ts'
import { useApiQuery } from '#platform/client/queries.ts'
import { PasswordField } from '#ui/form/password-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'

interface Props {
  form: Pick<ApiForm<{ password: string; code: string }>, 'field' | 'values' | 'failure'>
}

/** What shows that it is the owner, just now: the password and, of whoever has a second factor, its code. */
export function ProofFields({ form }: Props) {
  const { t } = useTranslation('ownership')
  const factor = useApiQuery(mySecondFactor, {}, { staleTime: 60_000 })
  const asksCode = Boolean(factor.data?.enabled_at) || form.failure?.code === 'second_factor_required'
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('proof.password')}
        required
        autoComplete="current-password"
        maxLength={200}
      />
      {asksCode && (
        <TextField
          {...form.field('code')}
          label={t('proof.code')}
          hint={t('proof.codeHint')}
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
export const givenProof = ({ password, code }: { password: string; code: string }) => ({
  password,
  ...(code && { code }),
})
