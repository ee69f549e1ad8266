import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, email, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'
import { useLoginChallenge } from '../second-factor/use-login-challenge.ts'

/** Login of owners; students and teachers log in at their school. */
export function AccountLogin() {
  const { t } = useTranslation('accounts')
  const secondStep = useLoginChallenge()
  const form = useApiForm({
    contract: contract.loginAccount,
    initialValues: { email: '', password: '' },
    rules: { email: allRules(required(), email()), password: required() },
    onDone: redirectAfterLogin,
    onRefused: secondStep,
  })
  return (
    <AuthPage
      title={t('root.loginTitle')}
      text={
        <>
          {t('root.loginText')}{' '}
          <Anchor href="/find-school" underline="always">
            {t('root.findSchool')}
          </Anchor>
        </>
      }
    >
      <Form form={form} label={t('root.loginTitle')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          required
          autoComplete="username"
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
      <Group justify="space-between" mt="lg" gap="sm">
        <Anchor renderRoot={(props: object) => <Link to="/forgot-password" {...props} />}>
          {t('login.forgot')}
        </Anchor>
        <Anchor renderRoot={(props: object) => <Link to="/create-school" {...props} />}>
          {t('root.openSchool')}
        </Anchor>
      </Group>
    </AuthPage>
  )
}
