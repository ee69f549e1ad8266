import { outsideMail } from '#mail/index.ts'
import { acceptanceColumns, recordAcceptances, type TextInForce } from '#consent/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import { json } from '#platform/database/database.server.ts'
import { countOrProve } from '#tenancy/http/rate-limits.ts'
import { ensure, found, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashOf, newToken } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { createUser } from '../users/create-user.ts'
import { codeOf, spendInvitationOf } from '../invitations/invitations.ts'
import { placeInvited } from '../job-handles.ts'
import { mailRegistrationLink } from '../jobs.ts'
import { strangerOf } from '../login-protection/login-attempts.ts'
import { lookAtForm } from './validate-registration-form.ts'
import { emailOf } from '../users/login-name.ts'
import { mayRegister } from '../policy.ts'
import { newName } from '../users/person-name.ts'
import { registrationSettings, userByCode } from '../users/user-queries.ts'
import type { UserRow } from '../users/user-details.ts'

type StudentInput = Input<typeof contract.registerStudent>

const perPerson = { max: 10, seconds: 900 }
const perSchool = { max: 1_000, seconds: 900 }
/** As long as a link lives that waits to be mailed. */
const lifeMs = 15 * 60_000

/**
 * Keeps what was typed and queues a mail. Whether somebody has this address is looked at by the job alone, so that
 * neither the answer nor its time tells.
 */
export async function askForRegistrationLink(
  ctx: OwnCtx,
  input: StudentInput,
): Promise<Reply<typeof contract.registerStudent>> {
  const { db, school_id, now } = ctx
  const email = emailOf(input.email)
  const asked = strangerOf(school_id, 'student', email)
  await countOrProve(db, `${school_id}/registrationLink/person/${asked}`, { limit: perPerson, around: ctx })
  await countOrProve(db, `${school_id}/registrationLink/school`, { limit: perSchool, around: ctx })
  await ctx.transact(async (inside) => {
    const settings = await registrationSettings(inside)
    const { left } = await outsideMail(inside, 'visitor')
    if (!settings.allow_magic_link_registration || left === 0) throw new Refusal('login_method_unavailable')
    if (input.school_no && input.school_no !== settings.school_no) found(null)
    ensure(mayRegister('student', settings, false))
    const form = lookAtForm(inside, settings, { ...input, role: 'student' })
    const ask = newToken()
    await inside.tx
      .insertInto('registration_links')
      .values({
        school_id,
        ask_hash: hashOf(ask),
        email,
        ...newName(input),
        custom_auth_input: json(form.answers),
        registration_labels: json(form.labels),
        accepted: json(form.texts.accepted),
        language: inside.locale,
        redirect: input.redirect ? safeRedirect(input.redirect, '') || null : null,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMs),
      })
      .execute()
    await inside.enqueue(mailRegistrationLink, { ask })
  })
  return { user_token: null, user_type: 'student', user: null, user_faculties: [] }
}

/**
 * Whoever opened a mailed link is registered by it, once; undefined for a link that is no such one. Who has registered
 * meanwhile has shown that the address is his or hers, and comes in.
 */
export async function registerByLink(ctx: Ctx, token: string): Promise<UserRow | undefined> {
  const { tx, school_id, now } = ctx
  const waiting = await tx
    .deleteFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!waiting) return undefined
  const known = await userByCode(ctx, 'student', waiting.email)
  if (known) return known
  const settings = await registrationSettings(ctx)
  ensure(mayRegister('student', settings, false))
  // Written by the registration, from what was in force; jsonb has no type of its own.
  const texts = waiting.accepted as unknown as TextInForce[]
  const versions = { terms: settings.terms_version, privacy: settings.privacy_version }
  const invitation = await spendInvitationOf(ctx, 'student', waiting.email)
  const { email, name, first_name, last_name, language, custom_auth_input, registration_labels } = waiting
  const user = await createUser(ctx, {
    role: 'student',
    email,
    name,
    first_name,
    last_name,
    language,
    password_hash: null,
    email_proved_at: now,
    custom_auth_input,
    registration_labels,
    ...acceptanceColumns(ctx, versions, texts),
    ...(await codeOf(ctx, invitation)),
  })
  if (invitation?.has_places)
    await ctx.enqueue(placeInvited, { invitation_id: invitation.id, user_id: user.id }, { urgency: 'soon' })
  await recordAcceptances(ctx, { user_id: user.id, texts, door: 'magic_link' })
  ctx.actor = { ...ctx.actor, id: user.id, role: 'student', name: user.name, email: user.email }
  await ctx.audit('user.registered', ['user', user.id], { role: 'student', invited: false })
  return user
}
