import { Anchor, Group, Text } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
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
import { logIn } from '../../contract.ts'
import type { OidcIssuer } from './oidc-buttons.tsx'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'
import { useLoginRole, type LoginRole } from '../auth-page/use-login-role.ts'
import { useLoginChallenge } from '../second-factor/use-login-challenge.ts'

const SignInButtons = lazy(() => import('./oidc-buttons.tsx'))

const AccountChoice = lazy(() => import('./account-choice.tsx'))

/** One form for all roles; asks for the account only if the password fits several. */
export function SchoolLogin({ issuers }: { issuers: readonly OidcIssuer[] }) {
  const { t } = useTranslation('accounts')
  const { name } = useSchool()
  const { form, fitting, choose, back } = useLoginForm()
  if (fitting)
    return (
      <AuthPage title={t('login.chooseTitle')} text={t('errors.login_role_required')}>
        <Suspense>
          <AccountChoice
            loginRoles={fitting}
            isSubmitting={form.isSubmitting}
            onChoose={choose}
            onBack={back}
          />
        </Suspense>
      </AuthPage>
    )
  return (
    <AuthPage title={t('login.title')} text={t('login.text', { school: name })}>
      <LoginForm form={form} />
      <OtherMethods issuers={issuers} />
    </AuthPage>
  )
}

function LoginForm({ form }: Pick<ReturnType<typeof useLoginForm>, 'form'>) {
  const { t } = useTranslation('accounts')
  return (
    <Form form={form} label={t('login.title')}>
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
  )
}

/** Identity providers, a mailed link, a forgotten password and registration. */
function OtherMethods({ issuers }: { issuers: readonly OidcIssuer[] }) {
  const { t } = useTranslation('accounts')
  const { requestedRole, remember } = useLoginRole()
  const [query] = useSearchParams()
  return (
    <>
      {issuers.length > 0 && (
        <Suspense>
          <SignInButtons issuers={issuers} onStart={remember} />
        </Suspense>
      )}
      <LinkButton to={`/magic-link?${forwardedQuery(query)}`} variant="default" fullWidth mt="md">
        {t('login.magicLink')}
      </LinkButton>
      <Group justify="space-between" mt="lg" gap="sm">
        <Anchor
          renderRoot={(props: object) => <Link to={`/forgot-password?${forwardedQuery(query)}`} {...props} />}
        >
          {t('login.forgot')}
        </Anchor>
        {requestedRole === 'admin' ? (
          <Text size="sm" c="dimmed">
            {t('login.adminHint')}
          </Text>
        ) : (
          <RegisterLink loginRole={requestedRole ?? 'student'} />
        )}
      </Group>
    </>
  )
}

function useLoginForm() {
  const { school_id } = useSchool()
  const { requestedRole, remember } = useLoginRole()
  const [query] = useSearchParams()
  const [fitting, setFitting] = useState<readonly LoginRole[] | null>(null)
  const chosen = useRef<LoginRole>(null)
  const secondStep = useLoginChallenge()
  const form = useApiForm({
    contract: logIn,
    initialValues: { user_code: query.get('email') ?? '', password: '' },
    rules: { user_code: required(), password: required() },
    input(values) {
      const login_role = chosen.current ?? requestedRole
      return { ...values, school_id, ...(login_role && { login_role }) }
    },
    onDone(login) {
      remember(login.user_type === 'account_user' ? 'admin' : (login.user_type as LoginRole))
      redirectAfterLogin(login)
    },
    onRefused(error) {
      const asks = error.code === 'login_role_required'
      setFitting(asks ? (error.problem.login_roles as LoginRole[]) : null)
      return asks || secondStep(error)
    },
  })
  const choose = (loginRole: LoginRole) => {
    chosen.current = loginRole
    void form.submit()
  }
  const back = () => {
    chosen.current = null
    setFitting(null)
  }
  return { form, fitting, choose, back }
}

/** Role and redirect of the address, for other login methods. */
function forwardedQuery(query: URLSearchParams) {
  const given = ['as', 'redirect'].map((name) => [name, query.get(name)] as const)
  return new URLSearchParams(given.filter((pair): pair is [string, string] => pair[1] !== null))
}

function RegisterLink({ loginRole }: { loginRole: 'student' | 'teacher' }) {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const registerQuery = new URLSearchParams()
  if (loginRole === 'teacher') registerQuery.set('as', loginRole)
  const redirect = query.get('redirect')
  if (redirect) registerQuery.set('redirect', redirect)
  const address = registerQuery.size > 0 ? `/register?${registerQuery}` : '/register'
  return (
    <Anchor renderRoot={(props: object) => <Link to={address} {...props} />}>
      {t(loginRole === 'teacher' ? 'login.registerTeacher' : 'login.register')}
    </Anchor>
  )
}
