import { sql } from 'kysely'
import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { normalizeEmail } from '#lib/email-address/email-address.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { verifyHmac, newId, signHmac } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { maySubscribe } from './policy.ts'

/**
 * Subscribing again changes nothing and gets the same response, so that nobody learns which addresses are
 * subscribed.
 */
export async function registerInterest(
  ctx: Ctx,
  { course_id, email }: Input<typeof contract.subscribeToOpening>,
) {
  const { tx, school_id, actor, now } = ctx
  ensureAllowed(maySubscribe(await getCourse(ctx, course_id)))
  const isStudent = actor.role === 'student'
  const address = isStudent ? actor.email : email
  if (!address) throw new Refusal('email_required')
  await tx
    .insertInto('opening_subscriptions')
    .values({
      school_id,
      id: newId(),
      course_id,
      user_id: isStudent ? actor.id : null,
      email: normalizeEmail(address),
      language: ctx.locale,
      created_at: now,
    })
    // If a course closes again, new subscriptions are possible.
    .onConflict((oc) =>
      oc.columns(['school_id', 'course_id', 'email']).doUpdateSet({
        notified_at: null,
        user_id: sql`coalesce(excluded.user_id, opening_subscriptions.user_id)`,
      }),
    )
    .execute()
  return okReply
}

export async function getMyInterest(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getMyInterest>,
): Promise<Reply<typeof contract.getMyInterest>> {
  const row = await ctx.tx
    .selectFrom('opening_subscriptions')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('email', '=', normalizeEmail(ctx.actor.email))
    .where('notified_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return { is_subscribed: row !== undefined }
}

/** Signature of the unsubscribe link; contains no personal data and is valid as long as the row exists. */
export const unsubscribeSignature = ({ config, school_id }: Ctx, interest_id: string) =>
  signHmac(config.appSecret, 'stop telling', school_id, interest_id)

export async function unsubscribe(
  ctx: Ctx,
  { interest_id, signature }: Input<typeof contract.unsubscribeFromOpening>,
) {
  const { tx, school_id, config } = ctx
  // Mails may be read long after a secret was changed.
  const secrets = [config.appSecret, config.previousSecret ?? config.appSecret]
  if (!secrets.some((secret) => verifyHmac(signature, secret, 'stop telling', school_id, interest_id)))
    throw new Refusal('link_invalid')
  await tx
    .deleteFrom('opening_subscriptions')
    .where('school_id', '=', school_id)
    .where('id', '=', interest_id)
    .execute()
  return okReply
}

export async function countInterest(
  ctx: Ctx,
  { course_id }: Input<typeof contract.countInterest>,
): Promise<Reply<typeof contract.countInterest>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourse(ctx, course_id)))
  const few = ctx.tx
    .selectFrom('opening_subscriptions')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('notified_at', 'is', null)
    .select('id')
    .limit(10_000)
  const { count } = await ctx.tx
    .selectFrom(few.as('few'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { subscriber_count: Number(count) }
}

export async function getCourse({ tx, school_id }: Ctx, id: string) {
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_name', 'course_is_public', 'is_coming_soon', 'course_teacher_id', 'created_by'])
    .executeTakeFirst()
  return ensureFound(course)
}
