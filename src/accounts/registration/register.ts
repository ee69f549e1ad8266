import type { AcceptanceSource } from '#consent/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { ensureAllowed, ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { createUser } from '../users/create-user.ts'
import {
  availableInvitationCode,
  findOpenInvitation,
  acceptInvitation,
  acceptInvitationOf,
  type InvitedRole,
} from '../invitations/invitations.ts'
import { completeLogin } from '../sessions/complete-login.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { nameColumns, type NameInput } from '../users/person-name.ts'
import { ensureStrongPassword } from '../passwords/ensure-strong-password.ts'
import { mayRegister } from '../policy.ts'
import { getRegistrationSettings, findUserByCode } from '../users/user-queries.ts'
import { completeRegistration } from './complete-registration.ts'
import { validateRegistrationForm } from './validate-registration-form.ts'
import { requestRegistrationLink } from './registration-link.ts'
import { logInOrChallenge, throwIfChallenged } from '../second-factor/login-challenge.ts'
import { findOidcRegistration, consumeOidcRegistration } from '../oidc/oidc-registrations.ts'
import { mailPasswordResetJobDefinition } from '../jobs.ts'
import { notifyAdminsOfRegistration } from './notify-admins-of-registration.ts'
import { userDetailsView } from '../users/user-details-view.ts'

type StudentInput = Input<typeof contract.registerStudent>
type TeacherInput = Input<typeof contract.registerTeacher>
type InvitedInput = Input<typeof contract.registerAdmin>
type LoggedIn = Reply<typeof contract.registerAdmin>

export async function registerStudent(
  ctx: CtxWithoutTx,
  input: StudentInput,
): Promise<Reply<typeof contract.registerStudent>> {
  const byLink = input.register_with === 'magic_link'
  if (byLink && !input.register_token) return requestRegistrationLink(ctx, input)
  const isProven = input.register_with === 'google'
  if (isProven && !input.register_token) throw new Refusal('token_required')
  const { password } = input
  const needsNone = input.ignore_password || isProven || byLink
  if (!password && !needsNone) return refuseInvalidField('password', 'required', 'This is required.')
  const { register_token: token, redirect: _unused, ...person } = input
  const newcomer = {
    ...person,
    ...(isProven ? { proof: token! } : { register_token: token ?? null }),
    password: input.ignore_password || byLink ? null : (password ?? null),
    role: 'student' as const,
  }
  // Nothing has proved the address: the person comes in by a mailed link.
  const isUnproved = input.ignore_password && !token
  return register(ctx, newcomer, isUnproved ? mailPasswordLink : completeLogin)
}

/** Mails the new student a link to create a password, and starts no session. */
async function mailPasswordLink(ctx: Ctx, user: User): Promise<Reply<typeof contract.registerStudent>> {
  const { locale } = ctx
  await ctx.enqueue(mailPasswordResetJobDefinition, { user_code: user.email, kind: 'student', locale })
  return withoutSession(user)
}

/** Reply to a person who is registered but not logged in. */
function withoutSession(user: User) {
  const details = userDetailsView(user, [])
  return { user_token: null, user_type: details.user_type, user: details, user_faculties: [] }
}

export async function registerTeacher(
  ctx: CtxWithoutTx,
  input: TeacherInput,
): Promise<Reply<typeof contract.registerTeacher>> {
  const { ignore_password, password } = input
  if (!password && !ignore_password) return refuseInvalidField('password', 'required', 'This is required.')
  // Does not log in: without a password, only a mailed link lets the person in.
  const newcomer = { ...input, password: ignore_password ? null : password!, role: 'teacher' as const }
  return register(ctx, { ...newcomer, awaits: true }, async (txCtx, user) => {
    await notifyAdminsOfRegistration(txCtx, user)
    return withoutSession(user)
  })
}

/** Invited staff set up a second factor before login if the school requires it. */
export const registerAdmin = async (ctx: CtxWithoutTx, input: InvitedInput): Promise<LoggedIn> =>
  throwIfChallenged(await register(ctx, { ...input, role: 'admin' }, logInOrChallenge))

export const acceptTeacherInvitation = async (ctx: CtxWithoutTx, input: InvitedInput): Promise<LoggedIn> =>
  throwIfChallenged(await register(ctx, { ...input, role: 'teacher' }, logInOrChallenge))

interface Newcomer extends Pick<
  TeacherInput,
  keyof NameInput | 'email' | 'school_no' | 'custom_auth_input' | 'accepted_documents'
> {
  role: InvitedRole
  password: string | null
  register_token?: string | null
  /** Identity proof of an issuer. */
  proof?: string
  /** Whether an admin must accept the person first. */
  awaits?: boolean
}

type User = Awaited<ReturnType<typeof createUser>>

/**
 * Everything is checked before the password is hashed; the writes decide what may have changed meanwhile: the
 * unique address, and the invitation that only one can use.
 */
async function register<T>(
  ctx: CtxWithoutTx,
  person: Newcomer,
  answer: (ctx: Ctx, user: User) => Promise<T>,
): Promise<T> {
  const { password, email } = person
  const name = nameColumns(person)
  const { answers, labels, texts } = await ctx.transact((txCtx) => look(txCtx, person))
  const personalWords = [email, name.name, ctx.school?.name, ctx.school?.school_url]
  if (password !== null) await ensureStrongPassword(ctx, { field: 'password', password, personalWords })
  const password_hash = password === null ? null : await hashPassword(password)
  return ctx.transact(async (txCtx) => {
    const { role, register_token } = person
    const invitation = await consumeInvitation(txCtx, person)
    const status = person.awaits ? ('awaiting_acceptance' as const) : ('active' as const)
    const language = txCtx.locale
    const user = await createUser(txCtx, {
      role,
      status,
      email,
      ...name,
      password_hash,
      ...((register_token || person.proof) && { email_verified_at: txCtx.now }),
      language,
      custom_auth_input: answers,
      registration_question_labels: labels,
      ...texts.columns,
      ...(await availableInvitationCode(txCtx, invitation)),
    })
    if (person.proof) await consumeOidcRegistration(txCtx, person.proof, user)
    const invited = Boolean(register_token)
    const source = acceptanceSource(person)
    await completeRegistration(txCtx, user, { role, invitation, invited, texts: texts.accepted, source })
    return answer(txCtx, user)
  })
}

/** Uses up the invitation of the token, or the one for an address that an issuer verified. */
async function consumeInvitation(ctx: Ctx, { register_token, proof, role, email }: Newcomer) {
  if (register_token) return acceptInvitation(ctx, { register_token, role, email })
  return proof ? acceptInvitationOf(ctx, role, email) : null
}

const acceptanceSource = ({ proof, register_token }: Newcomer): AcceptanceSource =>
  proof ? 'oidc' : register_token ? 'invitation' : 'registration'

/** Refuses what can be refused early; returns the cleaned answers to the school's questions. */
async function look(ctx: Ctx, newcomer: Newcomer) {
  const { role, email, school_no, register_token, proof } = newcomer
  const settings = await getRegistrationSettings(ctx)
  if (school_no && school_no !== settings.school_no) ensureFound(null)
  const invitation = register_token ? await findOpenInvitation(ctx, register_token) : null
  if (register_token && (invitation?.role !== role || invitation.email !== normalizeEmail(email)))
    throw new Refusal('invitation_invalid')
  if (proof && (await findOidcRegistration(ctx, proof))?.email !== normalizeEmail(email))
    throw new Refusal('token_invalid')
  ensureAllowed(mayRegister(role, settings, invitation !== null))
  if (await findUserByCode(ctx, role, normalizeEmail(email))) throw new Refusal('email_taken')
  return validateRegistrationForm(ctx, settings, newcomer)
}
