import { Alert, Anchor, Loader, Text } from '@mantine/core'
import { IconHourglass, IconLinkOff, IconLock } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AccountRegistration } from './account-registration.tsx'
import { AuthPage } from '../auth-page/auth-page.tsx'
import type { RegistrationQuestion } from './registration-answers.ts'
import type { Registration } from './load-registration.ts'
import { MailSent } from '../auth-page/mail-sent.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { useLoginRedirect } from '../auth-page/use-login-redirect.ts'
import { useOidcRegistration } from './use-oidc-registration.ts'

export const handle: ScreenHandle = { namespaces: ['accounts', 'registration', 'plans'] }

export { loadRegistration } from './load-registration.ts'

/** Registration settings of a school. */
export interface RegistrationSettings extends Registration {
  allow_student_registration: boolean
  allow_teacher_registration: boolean
  allow_magic_link_registration: boolean
  questions: RegistrationQuestion[]
}

export default function RegisterScreen({ settings }: { settings: RegistrationSettings | null }) {
  const { host } = useFrame()
  useLoginRedirect()
  if (host.kind === 'root' || !settings) return <AccountRegistration />
  return <SchoolRegistration {...settings} />
}

function SchoolRegistration({ invitation, questions, texts, ...allowed }: RegistrationSettings) {
  const { t } = useTranslation(['accounts', 'registration'])
  const { name: school } = useSchool()
  const [query] = useSearchParams()
  const [waits, setWaits] = useState(false)
  const [mailed, setMailed] = useState(false)
  const proof = useOidcRegistration()
  const asTeacher = query.get('as') === 'teacher'
  if (waits) return <Waiting />
  if (mailed)
    return (
      <MailSent title={t('registration:link.sentTitle')} text={t('registration:link.sent')}>
        <ToLogin as="student" />
      </MailSent>
    )
  if (invitation === null)
    return (
      <Notice
        icon={<IconLinkOff aria-hidden />}
        title={t('registration:register.brokenTitle')}
        text={t('errors.invitation_invalid')}
      />
    )
  if (proof === 'reading')
    return (
      <AuthPage title={t('registration:register.title')}>
        <Loader role="status" aria-label={t('signIn.wait')} />
      </AuthPage>
    )
  if (proof === null)
    return (
      <Notice
        icon={<IconLinkOff aria-hidden />}
        title={t('signIn.failed')}
        text={t('errors.oidc_login_expired')}
      />
    )
  if (invitation)
    return (
      <AuthPage
        title={t('registration:register.invitedTitle', { school })}
        text={t(`registration:register.invitedAs_${invitation.role}`)}
      >
        <RegistrationForm
          role={invitation.role}
          invitation={{ ...invitation, register_token: query.get('register_token') ?? '' }}
          questions={questions}
          texts={texts}
        />
        <ToLogin as={invitation.role} />
      </AuthPage>
    )
  if (!(asTeacher ? allowed.allow_teacher_registration : allowed.allow_student_registration))
    return (
      <Notice
        icon={<IconLock aria-hidden />}
        title={t('registration:register.closedTitle')}
        text={t('errors.registration_closed')}
      />
    )
  return (
    <AuthPage
      title={t(asTeacher ? 'registration:register.teacherTitle' : 'registration:register.title')}
      text={t(asTeacher ? 'registration:register.teacherText' : 'registration:register.text', { school })}
    >
      <RegistrationForm
        role={asTeacher ? 'teacher' : 'student'}
        questions={questions}
        texts={texts}
        proof={proof}
        onWaiting={() => setWaits(true)}
        offersLink={!asTeacher && !proof && allowed.allow_magic_link_registration}
        onMailed={() => setMailed(true)}
      />
      <ToLogin as={asTeacher ? 'teacher' : 'student'} forTeachers={allowed.allow_teacher_registration} />
    </AuthPage>
  )
}

interface ToLoginProps {
  as: string
  /** Whether teachers may register too. */
  forTeachers?: boolean
}

/** Links from the registration of students and teachers to the login, and from students' to teachers'. */
function ToLogin({ as, forTeachers = false }: ToLoginProps) {
  const { t } = useTranslation(['accounts', 'registration'])
  const [query] = useSearchParams()
  const forwardedQuery = new URLSearchParams({ as })
  const redirect = query.get('redirect')
  if (redirect) forwardedQuery.set('redirect', redirect)
  return (
    <Text mt="lg">
      {t('registration:register.already')}{' '}
      <Anchor
        underline="always"
        renderRoot={(props: object) => <Link to={`/login?${forwardedQuery}`} {...props} />}
      >
        {t('login.submit')}
      </Anchor>
      {forTeachers && as === 'student' && (
        <>
          <br />
          <Anchor
            underline="always"
            renderRoot={(props: object) => <Link to="/register?as=teacher" {...props} />}
          >
            {t('login.registerTeacher')}
          </Anchor>
        </>
      )}
    </Text>
  )
}

function Notice({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const { t } = useTranslation(['accounts', 'registration'])
  return (
    <AuthPage title={title}>
      <Alert color="warning" icon={icon}>
        {text}
      </Alert>
      <LinkButton to="/login" variant="default" mt="lg">
        {t('forgot.back')}
      </LinkButton>
    </AuthPage>
  )
}

function Waiting() {
  const { t } = useTranslation(['accounts', 'registration'])
  const { name: school } = useSchool()
  return (
    <AuthPage title={t('registration:register.waitingTitle')}>
      <Alert color="success" icon={<IconHourglass aria-hidden />} role="status">
        {t('registration:register.waiting', { school })}
      </Alert>
      <Text mt="lg">
        <Anchor underline="always" href="/">
          {t('registration:register.home', { school })}
        </Anchor>
      </Text>
    </AuthPage>
  )
}
