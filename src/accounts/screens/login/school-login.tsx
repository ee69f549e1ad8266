import { Anchor, Group, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useSchool } from '#platform/client/page/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { DoorChoice } from '../auth-page/login-role-choice.tsx'
import { logins } from './login-routes.ts'
import type { SignInIssuer } from './sign-in-buttons.tsx'
import { arrive } from '../auth-page/use-login-redirect.ts'
import { useDoor } from '../auth-page/use-login-role.ts'
import { useSecondStep } from '../second-factor/use-login-challenge.ts'

const SignInButtons = lazy(() => import('./sign-in-buttons.tsx'))

export function SchoolLogin({ issuers }: { issuers: readonly SignInIssuer[] }) {
  const { t } = useTranslation('accounts')
  const { school_id, name } = useSchool()
  const { door, choose, remember } = useDoor()
  const [query] = useSearchParams()
  const secondStep = useSecondStep()
  const form = useApiForm({
    contract: logins[door],
    initialValues: { user_code: query.get('email') ?? '', password: '' },
    rules: { user_code: required(), password: required() },
    input: (values) => ({ ...values, school_id, login_with: 'password' as const }),
    onDone(login) {
      remember(door)
      arrive(login)
    },
    onRefused: secondStep,
  })
  return (
    <AuthPage title={t('login.title')} text={t('login.text', { school: name })}>
      <Form form={form} label={t('login.title')}>
        <DoorChoice value={door} onChange={choose} />
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
          <SignInButtons issuers={issuers} door={door} onStart={() => remember(door)} />
        </Suspense>
      )}
      <LinkButton to={`/magic-link?${kept(door, query)}`} variant="default" fullWidth mt="md">
        {t('login.magicLink')}
      </LinkButton>
      <Group justify="space-between" mt="lg" gap="sm">
        <Anchor renderRoot={(props: object) => <Link to={`/forgot-password?as=${door}`} {...props} />}>
          {t('login.forgot')}
        </Anchor>
        {door === 'admin' ? (
          <Text size="sm" c="dimmed">
            {t('login.adminHint')}
          </Text>
        ) : (
          <RegisterLink door={door} />
        )}
      </Group>
    </AuthPage>
  )
}

/** What another way to log in has to know: the door, and where to go afterwards. */
function kept(door: string, query: URLSearchParams) {
  const redirect = query.get('redirect')
  return new URLSearchParams({ as: door, ...(redirect && { redirect }) })
}

function RegisterLink({ door }: { door: 'student' | 'teacher' }) {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const kept = new URLSearchParams()
  if (door === 'teacher') kept.set('as', door)
  const redirect = query.get('redirect')
  if (redirect) kept.set('redirect', redirect)
  const address = kept.size > 0 ? `/register?${kept}` : '/register'
  return (
    <Anchor renderRoot={(props: object) => <Link to={address} {...props} />}>
      {t(door === 'teacher' ? 'login.registerTeacher' : 'login.register')}
    </Anchor>
  )
}
