import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { extendRunningAttempts } from '../attempts/extend-running-attempts.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'

export async function listAssessmentExceptions(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listAssessmentExceptions>,
) {
  await getEditableAssessment(ctx, id)
  const query = ctx.tx
    .selectFrom('assessment_exceptions as x')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'x.school_id').onRef('u.id', '=', 'x.user_id'),
    )
    .where('x.school_id', '=', ctx.school_id)
    .where('x.assessment_id', '=', id)
    .select(['x.user_id', 'u.name as user_name', 'x.extra_attempts', 'x.extra_minutes'])
    .select(['x.opens_at', 'x.closes_at', 'x.updated_at'])
  return paginateByKeyset(query, {
    by: ['x.user_id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.user_id],
  })
}

export async function setAssessmentException(ctx: Ctx, input: Input<typeof contract.setAssessmentException>) {
  const { name } = await getEditableAssessment(ctx, input.id)
  await ensureStudent(ctx, input.user_id)
  const { extra_attempts = 0, extra_minutes = 0, opens_at = null, closes_at = null } = input
  const { tx, school_id, actor, now } = ctx
  const values = { extra_attempts, extra_minutes, opens_at, closes_at, created_by: actor.id, updated_at: now }
  await tx
    .insertInto('assessment_exceptions')
    .values({ school_id, assessment_id: input.id, user_id: input.user_id, ...values })
    .onConflict((oc) => oc.columns(['school_id', 'assessment_id', 'user_id']).doUpdateSet(values))
    .execute()
  await extendRunningAttempts(ctx, { user_id: input.user_id, assessment_id: input.id })
  await ctx.audit('assessment.exception_set', ['assessment', input.id], { name, user_id: input.user_id })
  return okReply
}

export async function deleteAssessmentException(
  ctx: Ctx,
  { id, user_id }: Input<typeof contract.deleteAssessmentException>,
) {
  const { name } = await getEditableAssessment(ctx, id)
  const { tx, school_id } = ctx
  const deleted = await tx
    .deleteFrom('assessment_exceptions')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', id)
    .where('user_id', '=', user_id)
    .returning('user_id')
    .executeTakeFirst()
  ensureFound(deleted)
  await ctx.audit('assessment.exception_deleted', ['assessment', id], { name, user_id })
  return okReply
}

/** Refuses a person who is not a student of the school. */
export async function ensureStudent({ tx, school_id }: Ctx, user_id: string) {
  const row = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .where('role', '=', 'student')
    .select('id')
    .executeTakeFirst()
  ensureFound(row)
}
