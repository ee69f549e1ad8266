import { Anchor, Group, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { LoginRoleChoice } from '../auth-page/login-role-choice.tsx'
import { loginRoutes } from './login-routes.ts'
import type { OidcIssuer } from './oidc-buttons.tsx'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'
import { useLoginRole } from '../auth-page/use-login-role.ts'
import { useLoginChallenge } from '../second-factor/use-login-challenge.ts'

const SignInButtons = lazy(() => import('./oidc-buttons.tsx'))

export function SchoolLogin({ issuers }: { issuers: readonly OidcIssuer[] }) {
  const { t } = useTranslation('accounts')
  const { school_id, name } = useSchool()
  const { door: loginRole, choose, remember } = useLoginRole()
  const [query] = useSearchParams()
  const secondStep = useLoginChallenge()
  const form = useApiForm({
    contract: loginRoutes[loginRole],
    initialValues: { user_code: query.get('email') ?? '', password: '' },
    rules: { user_code: required(), password: required() },
    input: (values) => ({ ...values, school_id, login_with: 'password' as const }),
    onDone(login) {
      remember(loginRole)
      redirectAfterLogin(login)
    },
    onRefused: secondStep,
  })
  return (
    <AuthPage title={t('login.title')} text={t('login.text', { school: name })}>
      <Form form={form} label={t('login.title')}>
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
        <PasswordField
          {...form.field('password')}
          label={t('login.password')}
          required
          autoComplete="current-password"
          maxLength={200}
        />
        <SubmitButton form={form} fullWidth>
          {t('login.submit')}
        </SubmitButton>
      </Form>
      {issuers.length > 0 && (
        <Suspense>
          <SignInButtons issuers={issuers} loginRole={loginRole} onStart={() => remember(loginRole)} />
        </Suspense>
      )}
      <LinkButton to={`/magic-link?${forwardedQuery(loginRole, query)}`} variant="default" fullWidth mt="md">
        {t('login.magicLink')}
      </LinkButton>
      <Group justify="space-between" mt="lg" gap="sm">
        <Anchor renderRoot={(props: object) => <Link to={`/forgot-password?as=${loginRole}`} {...props} />}>
          {t('login.forgot')}
        </Anchor>
        {loginRole === 'admin' ? (
          <Text size="sm" c="dimmed">
            {t('login.adminHint')}
          </Text>
        ) : (
          <RegisterLink door={loginRole} />
        )}
      </Group>
    </AuthPage>
  )
}

/** Query for other login methods: role and redirect. */
function forwardedQuery(loginRole: string, query: URLSearchParams) {
  const redirect = query.get('redirect')
  return new URLSearchParams({ as: loginRole, ...(redirect && { redirect }) })
}

function RegisterLink({ door: loginRole }: { door: 'student' | 'teacher' }) {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const forwardedQuery = new URLSearchParams()
  if (loginRole === 'teacher') forwardedQuery.set('as', loginRole)
  const redirect = query.get('redirect')
  if (redirect) forwardedQuery.set('redirect', redirect)
  const address = forwardedQuery.size > 0 ? `/register?${forwardedQuery}` : '/register'
  return (
    <Anchor renderRoot={(props: object) => <Link to={address} {...props} />}>
      {t(loginRole === 'teacher' ? 'login.registerTeacher' : 'login.register')}
    </Anchor>
  )
}
