import { Alert, Anchor, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'
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
import { LoginRoleChoice } from '../auth-page/login-role-choice.tsx'
import { LazyAccountLogin } from './lazy-account-login.tsx'
import { loginRoutes } from './login-routes.ts'
import { MailSent } from '../auth-page/mail-sent.tsx'
import { redirectAfterLogin, useLoginRedirect } from '../auth-page/use-login-redirect.ts'
import { useLoginRole } from '../auth-page/use-login-role.ts'
import { useLoginChallenge } from '../second-factor/use-login-challenge.ts'

export const handle: ScreenHandle = { namespaces: ['accounts', 'registration'] }

/** Requests a link, and opens a mailed one. */
export default function MagicLink() {
  const { host } = useFrame()
  const [query] = useSearchParams()
  useLoginRedirect()
  if (host.kind !== 'school') return <LazyAccountLogin />
  const token = query.get('token')
  return token ? <OpenLink token={token} /> : <AskForLink />
}

/** Needs a click, so that a mail scanner that opens the link does not use it up. */
function OpenLink({ token }: { token: string }) {
  const { t } = useTranslation(['accounts', 'registration'])
  const [query] = useSearchParams()
  // True for a link that completes a registration.
  const first = query.get('first') === 'true'
  const { school_id, name } = useSchool()
  const { loginRole, remember } = useLoginRole()
  const secondStep = useLoginChallenge()
  const form = useApiForm({
    contract: loginRoutes[loginRole],
    initialValues: {},
    input: () => ({ school_id, token, login_with: 'magic_link' as const, ignorePasswordValidation: true }),
    onDone(login) {
      remember(loginRole)
      redirectAfterLogin(login)
    },
    onRefused: secondStep,
  })
  const broken = form.failure?.code === 'token_invalid'
  return (
    <AuthPage
      title={first ? t('registration:link.openTitle') : t('magicLink.openTitle')}
      text={t('magicLink.openText', { school: name })}
    >
      <Form form={form} label={t('magicLink.openTitle')}>
        {broken ? (
          <Alert
            color="error"
            icon={<IconLinkOff aria-hidden />}
            title={t('errors.token_invalid')}
            role="alert"
          >
            <LinkButton
              to={first ? '/register' : `/magic-link?as=${loginRole}`}
              variant="default"
              size="sm"
              mt="xs"
            >
              {first ? t('registration:link.again') : t('magicLink.again')}
            </LinkButton>
          </Alert>
        ) : (
          <>
            <FormSummary form={form} />
            <SubmitButton form={form} fullWidth>
              {first ? t('registration:link.finish') : t('login.submit')}
            </SubmitButton>
          </>
        )}
      </Form>
      <WithPassword loginRole={loginRole} />
    </AuthPage>
  )
}

function AskForLink() {
  const { t } = useTranslation('accounts')
  const { school_id } = useSchool()
  const { loginRole, choose } = useLoginRole()
  const [query] = useSearchParams()
  const [hasRequested, setHasRequested] = useState(false)
  const form = useApiForm({
    contract: contract.requestMagicLink,
    initialValues: { user_code: query.get('email') ?? '' },
    rules: { user_code: required() },
    input: (values) => ({ ...values, user_type: loginRole, school_id, redirect: query.get('redirect') }),
    onDone: () => setHasRequested(true),
  })
  if (hasRequested)
    return (
      <MailSent title={t('magicLink.sentTitle')} text={t('magicLink.sent')}>
        <WithPassword loginRole={loginRole} />
      </MailSent>
    )
  return (
    <AuthPage title={t('magicLink.title')} text={t('magicLink.text')}>
      <Form form={form} label={t('magicLink.title')}>
        <LoginRoleChoice value={loginRole} onChange={choose} />
        <FormSummary form={form} />
        <TextField
          {...form.field('user_code')}
          label={t('login.userCode')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <SubmitButton form={form} fullWidth>
          {t('magicLink.submit')}
        </SubmitButton>
      </Form>
      <WithPassword loginRole={loginRole} />
    </AuthPage>
  )
}

function WithPassword({ loginRole }: { loginRole: string }) {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  const forwardedQuery = new URLSearchParams({ as: loginRole, ...(redirect && { redirect }) })
  return (
    <Text mt="lg">
      <Anchor renderRoot={(props: object) => <Link to={`/login?${forwardedQuery}`} {...props} />}>
        {t('magicLink.password')}
      </Anchor>
    </Text>
  )
}
