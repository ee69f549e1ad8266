import { getExternalMailAllowance } from '#mail/index.ts'
import { acceptanceColumns, type CurrentLegalDocument } from '#consent/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import { json } from '#platform/database/database.server.ts'
import { proofScope } from '#tenancy/http/proof-scope.ts'
import { countOrRequireProof } from '#platform/rate-limits/rate-limits.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { createUser } from '../users/create-user.ts'
import { availableInvitationCode, acceptInvitationOf } from '../invitations/invitations.ts'
import { mailRegistrationLinkJobDefinition } from '../jobs.ts'
import { unknownLoginSubject } from '../login-protection/login-attempts.ts'
import { validateRegistrationForm } from './validate-registration-form.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { mayRegister } from '../policy.ts'
import { completeRegistration } from './complete-registration.ts'
import { nameColumns } from '../users/person-name.ts'
import { getRegistrationSettings, findUserByCode } from '../users/user-queries.ts'
import type { UserRow } from '../users/user-details-view.ts'

type StudentInput = Input<typeof contract.registerStudent>

const perPerson = { max: 10, seconds: 900 }
const perSchool = { max: 1_000, seconds: 900 }
/** Lifetime of a link, in milliseconds. */
const lifeMs = 15 * 60_000

/**
 * Stores the form and enqueues a mail. Only the job checks whether the address exists, so that neither response
 * nor timing reveals it.
 */
export async function requestRegistrationLink(
  ctx: CtxWithoutTx,
  input: StudentInput,
): Promise<Reply<typeof contract.registerStudent>> {
  const email = normalizeEmail(input.email)
  await countLinkRequest(ctx, email)
  await ctx.transact(async (txCtx) => {
    const form = await validateLinkRequest(txCtx, input)
    const ask = newToken()
    await txCtx.tx
      .insertInto('registration_links')
      .values({
        school_id: ctx.school_id,
        request_hash: hashToken(ask),
        email,
        ...nameColumns(input),
        custom_auth_input: json(form.answers),
        registration_question_labels: json(form.labels),
        accepted_documents: json(form.texts.accepted),
        language: txCtx.locale,
        redirect: input.redirect ? safeRedirect(input.redirect, '') || null : null,
        created_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + lifeMs),
      })
      .execute()
    await txCtx.enqueue(mailRegistrationLinkJobDefinition, { ask })
  })
  return { user_token: null, user_type: 'student', user: null, user_faculties: [] }
}

/**
 * Counts a request for this address and for the school; beyond the limits the browser must solve a proof of
 * work.
 */
async function countLinkRequest(ctx: CtxWithoutTx, email: string) {
  const { db, school_id } = ctx
  const throttleKey = unknownLoginSubject(school_id, 'student', email)
  const scope = proofScope(ctx)
  await countOrRequireProof(db, `${school_id}/registrationLink/person/${throttleKey}`, {
    limit: perPerson,
    scope,
  })
  await countOrRequireProof(db, `${school_id}/registrationLink/school`, { limit: perSchool, scope })
}

/**
 * Refuses a registration that the school does not allow; returns the validated answers, labels and accepted
 * documents.
 */
async function validateLinkRequest(ctx: Ctx, input: StudentInput) {
  const settings = await getRegistrationSettings(ctx)
  const { remaining } = await getExternalMailAllowance(ctx, 'visitor')
  if (!settings.allow_magic_link_registration || remaining === 0)
    throw new Refusal('login_method_unavailable')
  if (input.school_no && input.school_no !== settings.school_no) ensureFound(null)
  ensureAllowed(mayRegister('student', settings, false))
  return validateRegistrationForm(ctx, settings, { ...input, role: 'student' })
}

/**
 * Registers the person who opens a mailed link, once; undefined for another kind of link. A person who registered
 * meanwhile is verified by the link and logged in.
 */
export async function registerWithLink(ctx: Ctx, token: string): Promise<UserRow | undefined> {
  const { tx, school_id, now } = ctx
  const waiting = await tx
    .deleteFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!waiting) return undefined
  const existing = await findUserByCode(ctx, 'student', waiting.email)
  if (existing) return existing
  const settings = await getRegistrationSettings(ctx)
  ensureAllowed(mayRegister('student', settings, false))
  // Written by the registration from the current documents; jsonb columns have no type.
  const texts = waiting.accepted_documents as unknown as CurrentLegalDocument[]
  const versions = { terms: settings.terms_version, privacy: settings.privacy_version }
  const invitation = await acceptInvitationOf(ctx, 'student', waiting.email)
  const { email, name, first_name, last_name, language, custom_auth_input, registration_question_labels } =
    waiting
  const user = await createUser(ctx, {
    role: 'student',
    email,
    name,
    first_name,
    last_name,
    language,
    password_hash: null,
    email_verified_at: now,
    custom_auth_input,
    registration_question_labels,
    ...acceptanceColumns(ctx, versions, texts),
    ...(await availableInvitationCode(ctx, invitation)),
  })
  const source = 'magic_link'
  await completeRegistration(ctx, user, { role: 'student', invitation, invited: false, texts, source })
  return user
}
