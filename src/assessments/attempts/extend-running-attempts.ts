import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { deadlineOf, isOverdue, syncUntil } from './attempt-state.ts'
import { loadAllowance } from './load-taking.ts'
import { selectAttempts } from './queries.ts'
import { scheduleDeadline } from './schedule-deadline.ts'

/**
 * Gives a student whose accommodations or exception changed the new deadline in running attempts. It is never earlier than
 * the old one.
 */
export async function extendRunningAttempts(
  ctx: Ctx,
  { user_id, assessment_id }: { user_id: string; assessment_id?: string },
) {
  let query = selectAttempts(ctx)
    .where('t.user_id', '=', user_id)
    .where('t.state', '=', 'running')
    .orderBy('t.id')
    .select('a.course_id as home_course_id')
  if (assessment_id) query = query.where('t.assessment_id', '=', assessment_id)
  for (const attempt of await query.forNoKeyUpdate('t').execute()) {
    if (isOverdue(attempt, ctx.now) || !attempt.deadline_at) continue
    const { settings } = await loadRevision(ctx, attempt.assessment_id, attempt.revision)
    const course_ids = [attempt.home_course_id, attempt.course_id].filter((id) => id !== null)
    const allowance = await loadAllowance(ctx, { assessment_id: attempt.assessment_id, user_id, course_ids })
    const closes_at = settings.closes_at === null ? null : new Date(settings.closes_at)
    const limits = { ...settings, opens_at: null, closes_at }
    const deadline_at = deadlineOf(attempt.started_at, limits, allowance)
    if (deadline_at && deadline_at <= attempt.deadline_at) continue
    await ctx.tx
      .updateTable('attempts')
      .set({ deadline_at, sync_until: syncUntil(deadline_at, settings.late_sync_hours) })
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', attempt.id)
      .execute()
    await scheduleDeadline(ctx, attempt.assessment_id, deadline_at)
  }
}
