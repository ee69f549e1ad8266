import { Alert, Anchor, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useFrame, useSchool } from '#platform/client/page/frame.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import * as contract from '../../contract.ts'
import { AccountLogin } from './account-login.tsx'
import { AuthPage } from '../auth-page/auth-page.tsx'
import { DoorChoice } from '../auth-page/login-role-choice.tsx'
import { logins } from './login-routes.ts'
import { MailSent } from '../auth-page/mail-sent.tsx'
import { arrive, useArrival } from '../auth-page/use-login-redirect.ts'
import { useDoor } from '../auth-page/use-login-role.ts'
import { useSecondStep } from '../second-factor/use-login-challenge.ts'

export const handle: ScreenHandle = { ns: ['accounts', 'joining'] }

/** Asks for a link, and opens the one that was mailed. */
export default function MagicLink() {
  const { host } = useFrame()
  const [query] = useSearchParams()
  useArrival()
  if (host.kind !== 'school') return <AccountLogin />
  const token = query.get('token')
  return token ? <OpenLink token={token} /> : <AskForLink />
}

/** Whatever looks at the link by itself, such as a mail scanner, presses no button: so it is still good afterwards. */
function OpenLink({ token }: { token: string }) {
  const { t } = useTranslation(['accounts', 'joining'])
  const [query] = useSearchParams()
  // Of a registration, which this press finishes.
  const first = query.get('first') === 'true'
  const { school_id, name } = useSchool()
  const { door, remember } = useDoor()
  const secondStep = useSecondStep()
  const form = useApiForm({
    contract: logins[door],
    initialValues: {},
    input: () => ({ school_id, token, login_with: 'magic_link' as const, ignorePasswordValidation: true }),
    onDone(login) {
      remember(door)
      arrive(login)
    },
    onRefused: secondStep,
  })
  const broken = form.failure?.code === 'token_invalid'
  return (
    <AuthPage
      title={first ? t('joining:link.openTitle') : t('magicLink.openTitle')}
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
              to={first ? '/register' : `/magic-link?as=${door}`}
              variant="default"
              size="sm"
              mt="xs"
            >
              {first ? t('joining:link.again') : t('magicLink.again')}
            </LinkButton>
          </Alert>
        ) : (
          <>
            <FormSummary form={form} />
            <SubmitButton form={form} fullWidth>
              {first ? t('joining:link.finish') : t('login.submit')}
            </SubmitButton>
          </>
        )}
      </Form>
      <WithPassword door={door} />
    </AuthPage>
  )
}

function AskForLink() {
  const { t } = useTranslation('accounts')
  const { school_id } = useSchool()
  const { door, choose } = useDoor()
  const [query] = useSearchParams()
  const [asked, setAsked] = useState(false)
  const form = useApiForm({
    contract: contract.askForMagicLink,
    initialValues: { user_code: query.get('email') ?? '' },
    rules: { user_code: required() },
    input: (values) => ({ ...values, user_type: door, school_id, redirect: query.get('redirect') }),
    onDone: () => setAsked(true),
  })
  if (asked)
    return (
      <MailSent title={t('magicLink.sentTitle')} text={t('magicLink.sent')}>
        <WithPassword door={door} />
      </MailSent>
    )
  return (
    <AuthPage title={t('magicLink.title')} text={t('magicLink.text')}>
      <Form form={form} label={t('magicLink.title')}>
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
        <SubmitButton form={form} fullWidth>
          {t('magicLink.submit')}
        </SubmitButton>
      </Form>
      <WithPassword door={door} />
    </AuthPage>
  )
}

function WithPassword({ door }: { door: string }) {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  const kept = new URLSearchParams({ as: door, ...(redirect && { redirect }) })
  return (
    <Text mt="lg">
      <Anchor renderRoot={(props: object) => <Link to={`/login?${kept}`} {...props} />}>
        {t('magicLink.password')}
      </Anchor>
    </Text>
  )
}
