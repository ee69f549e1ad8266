import { Alert, Loader } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useFrame } from '#tenancy/client/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { redirectAfterLogin, useLoginRedirect } from '../auth-page/use-login-redirect.ts'

const EnrolAtLogin = lazy(() => import('./login-factor-enrolment.tsx'))

export const handle: ScreenHandle = { namespaces: ['accounts'] }

interface Step {
  kind: 'code' | 'enrol'
  challenge: string
}

/** Reads the fragment and removes it from the address; null if absent. */
function readStep(): Step | null {
  const [, kind, challenge] = /^#(code|enrol)\.([\w-]{20,100})$/.exec(location.hash) ?? []
  return kind && challenge ? { kind: kind as Step['kind'], challenge } : null
}

/** Second step of a login: a code, or enrolment if the school requires it. */
export default function SecondFactorChallenge() {
  const { t } = useTranslation('accounts')
  // The server does not receive the fragment.
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  useLoginRedirect()
  if (isHere) return <StepHere />
  return (
    <AuthPage title={t('secondStep.title')}>
      <Loader role="status" aria-label={t('signIn.wait')} />
    </AuthPage>
  )
}

const never = () => () => {}

function StepHere() {
  const { t } = useTranslation('accounts')
  const [step] = useState(readStep)
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  if (step === null)
    return (
      <AuthPage title={t('secondStep.title')}>
        <Stale />
      </AuthPage>
    )
  if (step.kind === 'code') return <CodeForm challenge={step.challenge} />
  return (
    <Suspense>
      <EnrolAtLogin challenge={step.challenge} stale={<Stale />} />
    </Suspense>
  )
}

function CodeForm({ challenge }: { challenge: string }) {
  const { t } = useTranslation('accounts')
  const { host } = useFrame()
  const form = useApiForm({
    contract: (host.kind === 'school'
      ? contract.completeLoginChallenge
      : contract.completeAccountLoginChallenge) as typeof contract.completeLoginChallenge,
    initialValues: { code: '' },
    rules: { code: required() },
    input: ({ code }) => ({ challenge, code }),
    onDone: redirectAfterLogin,
  })
  const isStale = form.failure?.code === 'second_factor_challenge_expired'
  return (
    <AuthPage title={t('secondStep.title')} text={t('secondStep.text')}>
      <Form form={form} label={t('secondStep.title')}>
        {isStale ? <Stale /> : <FormSummary form={form} />}
        <TextField
          {...form.field('code')}
          label={t('secondStep.code')}
          hint={t('secondStep.codeHint')}
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <SubmitButton form={form} fullWidth>
          {t('login.submit')}
        </SubmitButton>
      </Form>
      <LinkButton to="/login" variant="default" fullWidth mt="md">
        {t('forgot.back')}
      </LinkButton>
    </AuthPage>
  )
}

/** The first step expired or was used. */
function Stale() {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  return (
    <Alert
      color="warning"
      icon={<IconHourglassEmpty aria-hidden />}
      title={t('errors.second_factor_challenge_expired')}
      role="alert"
    >
      <LinkButton
        to={redirect ? `/login?${new URLSearchParams({ redirect })}` : '/login'}
        variant="default"
        size="sm"
        mt="xs"
      >
        {t('forgot.back')}
      </LinkButton>
    </Alert>
  )
}
