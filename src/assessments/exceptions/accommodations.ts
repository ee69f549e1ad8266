import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { extendRunningAttempts } from '../attempts/extend-running-attempts.ts'
import type * as contract from '../contract.ts'
import { ensureEditableCourse } from '../queries.ts'
import { allCourses } from '../all-courses.ts'
import { ensureStudent } from './exceptions.ts'

/** Accommodations of the whole school are for admins, those of a course also for its teacher. */
async function ensureAllowedFor(ctx: Ctx, course_id: string | null) {
  if (course_id) await ensureEditableCourse(ctx, course_id)
  else if (!isAdmin(ctx.actor)) throw new Refusal('not_your_course')
}

export async function listAccommodations(
  ctx: Ctx,
  { course_id, limit, cursor }: Input<typeof contract.listAccommodations>,
) {
  await ensureAllowedFor(ctx, course_id ?? null)
  const query = ctx.tx
    .selectFrom('accommodations as x')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'x.school_id').onRef('u.id', '=', 'x.user_id'),
    )
    .where('x.school_id', '=', ctx.school_id)
    .where('x.course_id', '=', course_id ?? allCourses)
    .select(['x.user_id', 'u.name as user_name', 'x.time_factor', 'x.extra_minutes'])
    .select(['x.extra_attempts', 'x.updated_at'])
  const page = await paginateByKeyset(query, {
    by: ['x.user_id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.user_id],
  })
  return { ...page, data: page.data.map((row) => ({ ...row, course_id: course_id ?? null })) }
}

/** An accommodation that changes nothing is deleted. */
export async function setAccommodation(ctx: Ctx, input: Input<typeof contract.setAccommodation>) {
  const { user_id, course_id, time_factor = 1, extra_minutes = 0, extra_attempts = 0 } = input
  await ensureAllowedFor(ctx, course_id)
  await ensureStudent(ctx, user_id)
  const { tx, school_id, actor, now } = ctx
  const key = { school_id, user_id, course_id: course_id ?? allCourses }
  const values = { time_factor, extra_minutes, extra_attempts, created_by: actor.id, updated_at: now }
  if (time_factor === 1 && extra_minutes === 0 && extra_attempts === 0)
    await tx
      .deleteFrom('accommodations')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .where('course_id', '=', key.course_id)
      .execute()
  else
    await tx
      .insertInto('accommodations')
      .values({ ...key, ...values })
      .onConflict((oc) => oc.columns(['school_id', 'user_id', 'course_id']).doUpdateSet(values))
      .execute()
  await extendRunningAttempts(ctx, { user_id })
  await ctx.audit('accommodation.set', ['user', user_id], { course_id })
  return okReply
}
