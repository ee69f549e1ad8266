import { Alert } from '@mantine/core'
import { IconCheck, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Route } from '#tenancy/contract/define-route.ts'
import { useFrame } from '#tenancy/client/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, minLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'

export const handle: ScreenHandle = { namespaces: ['accounts'] }

interface Link {
  email: string
  token: string
}

export default function CreatePassword() {
  const { t } = useTranslation('accounts')
  const { host } = useFrame()
  const [query] = useSearchParams()
  const [loginRole, setLoginRole] = useState<string | null>(null)
  const [email, token] = [query.get('email'), query.get('token')]
  if (!email || !token)
    return (
      <AuthPage title={t('create.title')}>
        <Broken />
      </AuthPage>
    )
  if (loginRole !== null)
    return (
      <AuthPage title={t('create.doneTitle')}>
        <Alert color="success" icon={<IconCheck aria-hidden />} role="status" mb="lg">
          {t('create.done')}
        </Alert>
        <LinkButton
          to={`/login?${new URLSearchParams({ email, ...(loginRole && { as: loginRole }) })}`}
          fullWidth
        >
          {t('login.submit')}
        </LinkButton>
      </AuthPage>
    )
  return (
    <AuthPage title={t('create.title')} text={t('create.text', { email })}>
      {host.kind === 'school' ? (
        <SchoolForm link={{ email, token }} school_url={host.school.school_url} onDone={setLoginRole} />
      ) : (
        <AccountForm link={{ email, token }} onDone={setLoginRole} />
      )}
    </AuthPage>
  )
}

interface FormProps {
  link: Link
  /** With the login role; empty at the root host. */
  onDone: (loginRole: string) => void
}

function SchoolForm({ link, school_url, onDone }: FormProps & { school_url: string }) {
  const form = useApiForm({
    contract: contract.createPassword,
    initialValues: { password: '' },
    rules,
    input: ({ password }) => ({ ...link, password, school_url }),
    onDone: ({ user_type }) => onDone(user_type === 'account_user' ? 'admin' : user_type),
  })
  return <PasswordForm form={form} />
}

function AccountForm({ link, onDone }: FormProps) {
  const form = useApiForm({
    contract: contract.createAccountPassword,
    initialValues: { password: '' },
    rules,
    input: ({ password }) => ({ ...link, password }),
    onDone: () => onDone(''),
  })
  return <PasswordForm form={form} />
}

const rules = { password: allRules(required(), minLength(8)) }

type PasswordForm = ReturnType<typeof useApiForm<Route, { password: string }>>

function PasswordForm({ form }: { form: PasswordForm }) {
  const { t } = useTranslation('accounts')
  return (
    <Form form={form} label={t('create.title')}>
      {form.failure?.code === 'token_invalid' ? <Broken /> : <FormSummary form={form} />}
      <PasswordField
        {...form.field('password')}
        label={t('fields.newPassword')}
        hint={t('fields.newPasswordHint')}
        required
        autoComplete="new-password"
        maxLength={200}
      />
      <SubmitButton form={form} fullWidth>
        {t('create.submit')}
      </SubmitButton>
    </Form>
  )
}

/** Shown for an invalid link, with a link to request another. */
function Broken() {
  const { t } = useTranslation('accounts')
  return (
    <Alert color="error" icon={<IconLinkOff aria-hidden />} title={t('errors.token_invalid')} role="alert">
      <LinkButton to="/forgot-password" variant="default" size="sm" mt="xs">
        {t('create.again')}
      </LinkButton>
    </Alert>
  )
}
