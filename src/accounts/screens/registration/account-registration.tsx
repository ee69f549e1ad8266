import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, email, minLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'

/** Registration of an owner without a school. */
export function AccountRegistration() {
  const { t } = useTranslation(['accounts', 'registration'])
  const form = useApiForm({
    contract: contract.registerAccount,
    initialValues: { name: '', email: '', password: '' },
    rules: {
      name: required(),
      email: allRules(required(), email()),
      password: allRules(required(), minLength(8)),
    },
    onDone: redirectAfterLogin,
  })
  return (
    <AuthPage
      title={t('root.registerTitle')}
      text={
        <>
          {t('root.registerText')}{' '}
          <Anchor underline="always" href="/find-school">
            {t('root.findSchool')}
          </Anchor>
        </>
      }
    >
      <Form form={form} label={t('root.registerTitle')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('name')}
          label={t('fields.name')}
          required
          autoComplete="name"
          maxLength={120}
        />
        <TextField
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          required
          autoComplete="email"
          maxLength={254}
        />
        <PasswordField
          {...form.field('password')}
          label={t('login.password')}
          hint={t('fields.newPasswordHint')}
          required
          autoComplete="new-password"
          maxLength={200}
        />
        <SubmitButton form={form} fullWidth>
          {t('root.registerSubmit')}
        </SubmitButton>
      </Form>
      <Text mt="lg">
        {t('registration:register.already')}{' '}
        <Anchor underline="always" renderRoot={(props: object) => <Link to="/login" {...props} />}>
          {t('login.submit')}
        </Anchor>
      </Text>
    </AuthPage>
  )
}
