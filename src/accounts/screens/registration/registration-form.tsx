import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '#tenancy/client/browser.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import type { LoginReply } from '#tenancy/client/session/session.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, email, minLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm, type ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import {
  AcceptLegalTexts,
  useLegalDocumentsToAccept,
  type LegalDocumentToAccept,
  ticked,
} from './accept-legal-texts.tsx'
import { answersFromForm, questionsOf, type RegistrationQuestion } from './registration-answers.ts'
import { redirectAfterLogin } from '../auth-page/use-login-redirect.ts'
import { useLoginChallenge } from '../second-factor/use-login-challenge.ts'

const QuestionField = lazy(() => import('./question-field.tsx'))

type Role = 'student' | 'teacher' | 'admin'

const newPassword = allRules(required(), minLength(8))

interface Props {
  role: Role
  questions: readonly RegistrationQuestion[]
  texts: readonly LegalDocumentToAccept[]
  invitation?: { email: string; name: string; register_token: string }
  /** Identity proof of an issuer; with it no password is needed. */
  proof?: { email: string; name: string; register_token: string } | undefined
  /** Whether the school mails registration links to students. */
  offersLink?: boolean
  /** Called after a link was requested. */
  onMailed?: () => void
  /** Called instead of login if the school must accept the person first. */
  onWaiting?: () => void
}

/** Registration route: invited teachers have their own, because the usual one accepts no token. */
function routeFor(role: Role, invited: boolean) {
  if (role === 'student') return contract.registerStudent
  if (role === 'admin') return contract.registerAdmin
  return invited ? contract.acceptTeacherInvitation : contract.registerTeacher
}

/** Form of a registration with a password, an invitation, an issuer's proof or a mailed link. */
export function RegistrationForm(props: Props) {
  const { role, invitation, proof, offersLink = false } = props
  const { t } = useTranslation(['accounts', 'registration'])
  const { form, fields, texts } = useRegistrationForm(props)
  return (
    <Form form={form} label={t('registration:register.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('name')}
        label={t('fields.name')}
        required
        autoComplete="name"
        maxLength={120}
      />
      <EmailField
        form={form}
        role={role}
        readOnly={(invitation ?? proof) !== undefined}
        hint={
          (invitation && t('registration:register.invitedEmail')) ||
          (proof && t('registration:register.provenEmail'))
        }
      />
      {offersLink && (
        <CheckboxField
          {...form.toggle('by_link')}
          label={t('registration:link.choice')}
          hint={t('registration:link.choiceHint')}
        />
      )}
      {!proof && !form.values.by_link && (
        <PasswordField
          {...form.field('password')}
          label={t('login.password')}
          hint={t('fields.newPasswordHint')}
          required
          autoComplete="new-password"
          maxLength={200}
        />
      )}
      <Suspense>
        {fields.map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            {...form.field(`custom_auth_input.${question.key}`)}
          />
        ))}
      </Suspense>
      <AcceptLegalTexts form={form} texts={texts} />
      <SubmitButton form={form} fullWidth>
        {t(role === 'teacher' && !invitation ? 'registration:register.ask' : 'registration:register.submit')}
      </SubmitButton>
    </Form>
  )
}

const initialValues = (person: Props['invitation'], query: URLSearchParams) => ({
  name: person?.name ?? query.get('name')?.slice(0, 120) ?? '',
  email: person?.email ?? query.get('email')?.slice(0, 254) ?? '',
  password: '',
  custom_auth_input: {} as Record<string, unknown>,
  accepts: {} as Record<string, boolean>,
  by_link: false,
})

type Values = ReturnType<typeof initialValues>

/** Requires an answer to each required question of the school. */
const answerRules = (questions: readonly RegistrationQuestion[]) =>
  Object.fromEntries(
    questions
      .filter(({ required }) => required)
      .map(({ key, type }) => [`custom_auth_input.${key}`, type === 'checkbox' ? ticked : required()]),
  )

/** The form with its rules and input, the questions for this role, and the documents to accept. */
function useRegistrationForm({ role, questions, texts, invitation, proof, onMailed, onWaiting }: Props) {
  const { school_id } = useSchool()
  const [query] = useSearchParams()
  const fields = questionsOf(questions, role)
  const secondStep = useLoginChallenge()
  const acceptance = useLegalDocumentsToAccept(texts)
  const form = useApiForm({
    contract: routeFor(role, invitation !== undefined) as typeof contract.registerStudent,
    initialValues: initialValues(invitation ?? proof, query),
    rules: {
      name: required(),
      email: allRules(required(), email()),
      ...(!proof && { password: (value, values) => (values.by_link ? null : newPassword(value, values)) }),
      ...acceptance.rules,
      ...answerRules(fields),
    },
    input: ({ custom_auth_input, password, accepts: _ticked, by_link, ...person }) => ({
      ...person,
      ...credentialsOf({ proof, by_link, password }, query.get('redirect')),
      school_id,
      accepted_documents: acceptance.accepted_documents,
      ...(invitation && { register_token: invitation.register_token }),
      ...(fields.length > 0 && { custom_auth_input: answersFromForm(fields, custom_auth_input) }),
    }),
    onRefused(error, values) {
      // The boxes were ticked for other texts; other input stays.
      if (acceptance.renew(error)) form.setValues({ ...values, accepts: {} })
      return secondStep(error)
    },
    onDone(answer: { user_token: string | null }, { by_link }) {
      if (by_link) onMailed?.()
      else if (answer.user_token === null) onWaiting?.()
      else redirectAfterLogin(answer as LoginReply)
    },
  })
  return { form, fields, texts: acceptance.texts }
}

/** What a person registers with: an issuer's proof, a mailed link or a password. */
function credentialsOf(
  { proof, by_link, password }: Pick<Props, 'proof'> & Pick<Values, 'by_link' | 'password'>,
  redirect: string | null,
) {
  if (proof)
    return { register_token: proof.register_token, register_with: 'google' as const, ignore_password: true }
  return by_link ? { register_with: 'magic_link' as const, redirect } : { password }
}

interface EmailFieldProps {
  form: ApiForm<Values>
  role: Role
  /** Whether an invitation or an issuer says the address. */
  readOnly: boolean
  hint: string | undefined
}

/** E-mail field that links to the login if the address is registered. */
function EmailField({ form, role, readOnly, hint }: EmailFieldProps) {
  const { t } = useTranslation('accounts')
  const { by_link, email: typed } = form.values
  const taken = useRegisteredEmail(role, readOnly)
  return (
    <>
      <TextField
        {...form.field('email')}
        label={t('fields.email')}
        hint={hint}
        type="email"
        required
        readOnly={readOnly}
        autoComplete="email"
        maxLength={254}
        onBlur={() => by_link || taken.look(typed)}
      />
      {!by_link && taken.email !== null && taken.email === typed && (
        <RegisteredEmail email={taken.email} role={role} />
      )}
    </>
  )
}

/** Reports early that an address is registered. A failure of this check does not block the form. */
function useRegisteredEmail(userType: Role, invited: boolean) {
  const { school_id: schoolId } = useSchool()
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null)
  const look = (address: string) => {
    if (invited || registeredEmail === address || email()(address, {}) !== null || !address) return
    api(contract.checkUserEmail, { schoolId, email: address, userType })
      .then(({ exists }) => setRegisteredEmail(exists ? address : null))
      .catch(() => {})
  }
  return { email: registeredEmail, look }
}

function RegisteredEmail({ email: address, role }: { email: string; role: Role }) {
  const { t } = useTranslation(['accounts', 'registration'])
  const login = `/login?${new URLSearchParams({ as: role, email: address })}`
  return (
    <Alert color="primary" icon={<IconInfoCircle aria-hidden />} role="status">
      {t('registration:register.known')}{' '}
      <Anchor underline="always" renderRoot={(props: object) => <Link to={login} {...props} />}>
        {t('login.submit')}
      </Anchor>
    </Alert>
  )
}
