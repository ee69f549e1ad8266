import { Loader } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { CodeField, FactorSecret } from './factor-secret.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'

type Secret = ApiReply<typeof contract.startLoginFactorEnrolment>
type Done = ApiReply<typeof contract.confirmLoginFactorEnrolment>

/** Enrolment of a second factor during a login, if the school requires one. */
export default function LoginFactorEnrolment({ challenge, stale }: { challenge: string; stale: ReactNode }) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  const { name: school } = useSchool()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [isStale, setStale] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  useEffect(() => {
    api(contract.startLoginFactorEnrolment, { challenge })
      .then(setSecret)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setStale(true)
      })
  }, [challenge])
  const form = useApiForm({
    contract: contract.confirmLoginFactorEnrolment,
    initialValues: { code: '' },
    rules: { code: required() },
    input: ({ code }) => ({ challenge, code }),
    onDone: setDone,
    onRefused: (error) => {
      if (error.code === 'second_factor_challenge_expired') setStale(true)
      return error.code === 'second_factor_challenge_expired'
    },
  })
  if (done)
    return (
      <AuthPage title={t('second-factor:codesTitle')} text={t('second-factor:codesText')}>
        <RecoveryCodes codes={done.recovery_codes} />
        <Button fullWidth mt="lg" onClick={() => redirectAfterLogin(done)}>
          {t('second-factor:kept')}
        </Button>
      </AuthPage>
    )
  return (
    <AuthPage title={t('second-factor:enrolTitle')} text={t('second-factor:enrolText', { school })}>
      {isStale && stale}
      {!secret && !isStale && <Loader role="status" aria-label={t('signIn.wait')} />}
      {secret && !isStale && (
        <Form form={form} label={t('second-factor:enrolTitle')}>
          <FactorSecret {...secret} />
          <FormSummary form={form} />
          <CodeField {...form.field('code')} />
          <SubmitButton form={form} fullWidth>
            {t('second-factor:confirm')}
          </SubmitButton>
        </Form>
      )}
    </AuthPage>
  )
}
