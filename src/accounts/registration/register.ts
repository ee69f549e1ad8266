import { recordAcceptances, type Door } from '#consent/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { ensure, found, Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { createUser } from '../users/create-user.ts'
import {
  codeOf,
  openInvitation,
  spendInvitation,
  spendInvitationOf,
  type InvitedRole,
} from '../invitations/invitations.ts'
import { placeInvited } from '../job-handles.ts'
import { loggedIn } from '../sessions/complete-login.ts'
import { emailOf } from '../users/login-name.ts'
import { newName, type SentName } from '../users/person-name.ts'
import { refuseGuessable } from '../passwords/refuse-guessable.ts'
import { mayRegister } from '../policy.ts'
import { registrationSettings, userByCode } from '../users/user-queries.ts'
import { lookAtForm } from './validate-registration-form.ts'
import { askForRegistrationLink } from './registration-link.ts'
import { enter, settle } from '../second-factor/login-challenge.ts'
import { openProof, spendProof } from '../oidc/sign-in-proofs.ts'
import { tellAdmins } from './notify-admins-of-registration.ts'
import { userDetails } from '../users/user-details.ts'

type StudentInput = Input<typeof contract.registerStudent>
type TeacherInput = Input<typeof contract.registerTeacher>
type InvitedInput = Input<typeof contract.registerAdmin>
type LoggedIn = Reply<typeof contract.registerAdmin>

export async function registerStudent(
  ctx: OwnCtx,
  input: StudentInput,
): Promise<Reply<typeof contract.registerStudent>> {
  const byLink = input.register_with === 'magic_link'
  if (byLink && !input.register_token) return askForRegistrationLink(ctx, input)
  const isProven = input.register_with === 'google'
  if (isProven && !input.register_token) throw new Refusal('token_required')
  // Who has no password must have proved the address in another way: by an invitation that was mailed there.
  if (input.ignore_password && !input.register_token) throw new Refusal('token_required')
  const { password } = input
  const needsNone = input.ignore_password || isProven || byLink
  if (!password && !needsNone) return refuseField('password', 'required', 'This is required.')
  const { register_token: token, redirect: _unused, ...person } = input
  const newcomer = {
    ...person,
    ...(isProven ? { proof: token! } : { register_token: token ?? null }),
    password: input.ignore_password || byLink ? null : (password ?? null),
    role: 'student' as const,
  }
  return register(ctx, newcomer, loggedIn)
}

export async function registerTeacher(
  ctx: OwnCtx,
  input: TeacherInput,
): Promise<Reply<typeof contract.registerTeacher>> {
  const { ignore_password, password } = input
  if (!password && !ignore_password) return refuseField('password', 'required', 'This is required.')
  // Nobody is logged in by this: without a password, a link mailed to the address is the only way in.
  const newcomer = { ...input, password: ignore_password ? null : password!, role: 'teacher' as const }
  return register(ctx, { ...newcomer, awaits: true }, async (inside, user) => {
    await tellAdmins(inside, user)
    const details = userDetails(user, [])
    return { user_token: null, user_type: details.user_type, user: details, user_faculties: [] }
  })
}

/** Invited staff of a school that asks for a second factor set it up before they are in. */
export const registerAdmin = async (ctx: OwnCtx, input: InvitedInput): Promise<LoggedIn> =>
  settle(await register(ctx, { ...input, role: 'admin' }, enter))

export const acceptTeacherInvitation = async (ctx: OwnCtx, input: InvitedInput): Promise<LoggedIn> =>
  settle(await register(ctx, { ...input, role: 'teacher' }, enter))

interface Newcomer extends Pick<
  TeacherInput,
  keyof SentName | 'email' | 'school_no' | 'custom_auth_input' | 'accepted_texts'
> {
  role: InvitedRole
  password: string | null
  register_token?: string | null
  /** What an issuer said of the person. */
  proof?: string
  /** Whether an admin has to accept first. */
  awaits?: boolean
}

type User = Awaited<ReturnType<typeof createUser>>

/**
 * Everything is looked at before the password is hashed, and what may have changed meanwhile is decided by the
 * writes themselves: the unique e-mail, and the invitation that only one can spend.
 */
async function register<T>(
  ctx: OwnCtx,
  person: Newcomer,
  answer: (ctx: Ctx, user: User) => Promise<T>,
): Promise<T> {
  const { password, email } = person
  const name = newName(person)
  const { answers, labels, texts } = await ctx.transact((inside) => look(inside, person))
  const known = [email, name.name, ctx.school?.name, ctx.school?.school_url]
  if (password !== null) await refuseGuessable(ctx, { field: 'password', password, known })
  const password_hash = password === null ? null : await hashPassword(password)
  return ctx.transact(async (inside) => {
    const { role, register_token } = person
    const invitation = register_token
      ? await spendInvitation(inside, register_token, role, email)
      : person.proof
        ? await spendInvitationOf(inside, role, email)
        : null
    const status = person.awaits ? ('awaiting_acceptance' as const) : ('active' as const)
    const language = inside.locale
    const user = await createUser(inside, {
      role,
      status,
      email,
      ...name,
      password_hash,
      ...((register_token || person.proof) && { email_proved_at: inside.now }),
      language,
      custom_auth_input: answers,
      registration_labels: labels,
      ...texts.columns,
      ...(await codeOf(inside, invitation)),
    })
    if (invitation?.has_places)
      await inside.enqueue(
        placeInvited,
        { invitation_id: invitation.id, user_id: user.id },
        { urgency: 'soon' },
      )
    if (person.proof) await spendProof(inside, person.proof, user)
    await recordAcceptances(inside, { user_id: user.id, texts: texts.accepted, door: doorOf(person) })
    inside.actor = { ...inside.actor, id: user.id, role, name: user.name, email: user.email }
    await inside.audit('user.registered', ['user', user.id], { role, invited: Boolean(register_token) })
    return answer(inside, user)
  })
}

const doorOf = ({ proof, register_token }: Newcomer): Door =>
  proof ? 'issuer' : register_token ? 'invitation' : 'registration'

/** Refuses what can be refused before any work; answers the cleaned answers to the school's own questions. */
async function look(ctx: Ctx, newcomer: Newcomer) {
  const { role, email, school_no, register_token, proof } = newcomer
  const settings = await registrationSettings(ctx)
  if (school_no && school_no !== settings.school_no) found(null)
  const invitation = register_token ? await openInvitation(ctx, register_token) : null
  if (register_token && (invitation?.role !== role || invitation.email !== emailOf(email)))
    throw new Refusal('invitation_invalid')
  if (proof && (await openProof(ctx, proof))?.email !== emailOf(email)) throw new Refusal('token_invalid')
  ensure(mayRegister(role, settings, invitation !== null))
  if (await userByCode(ctx, role, emailOf(email))) throw new Refusal('email_taken')
  return lookAtForm(ctx, settings, newcomer)
}
