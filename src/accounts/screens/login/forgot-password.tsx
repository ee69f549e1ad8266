import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFrame } from '#tenancy/client/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, email, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { LoginRoleChoice } from '../auth-page/login-role-choice.tsx'
import { MailSent } from '../auth-page/mail-sent.tsx'
import { useLoginRole } from '../auth-page/use-login-role.ts'

export const handle: ScreenHandle = { namespaces: ['accounts'] }

export default function ForgotPassword() {
  const { t } = useTranslation('accounts')
  const { host } = useFrame()
  const [hasRequested, setHasRequested] = useState(false)
  if (hasRequested)
    return (
      <MailSent title={t('forgot.sentTitle')} text={t('forgot.sent')}>
        <BackToLogin />
      </MailSent>
    )
  const onDone = () => setHasRequested(true)
  return (
    <AuthPage title={t('forgot.title')} text={t('forgot.text')}>
      {host.kind === 'school' ? (
        <SchoolForm school_id={host.school.school_id} school_url={host.school.school_url} onDone={onDone} />
      ) : (
        <AccountForm onDone={onDone} />
      )}
      <BackToLogin />
    </AuthPage>
  )
}

interface SchoolFormProps {
  school_id: string
  school_url: string
  onDone: () => void
}

function SchoolForm({ school_id, school_url, onDone }: SchoolFormProps) {
  const { t } = useTranslation('accounts')
  const { loginRole, choose } = useLoginRole()
  const form = useApiForm({
    contract: contract.resetPassword,
    initialValues: { user_code: '' },
    rules: { user_code: required() },
    input: (values) => ({ ...values, user_type: loginRole, school_id, school_url }),
    onDone,
  })
  return (
    <Form form={form} label={t('forgot.title')}>
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
        {t('forgot.submit')}
      </SubmitButton>
    </Form>
  )
}

function AccountForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts')
  const form = useApiForm({
    contract: contract.resetAccountPassword,
    initialValues: { email: '' },
    rules: { email: allRules(required(), email()) },
    onDone,
  })
  return (
    <Form form={form} label={t('forgot.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('email')}
        label={t('fields.email')}
        type="email"
        required
        autoComplete="username"
        maxLength={254}
      />
      <SubmitButton form={form} fullWidth>
        {t('forgot.submit')}
      </SubmitButton>
    </Form>
  )
}

function BackToLogin() {
  const { t } = useTranslation('accounts')
  return (
    <Text mt="lg">
      <Anchor renderRoot={(props: object) => <Link to="/login" {...props} />}>{t('forgot.back')}</Anchor>
    </Text>
  )
}
