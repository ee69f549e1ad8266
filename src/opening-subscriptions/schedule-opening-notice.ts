import type { Ctx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'
import { isCourseOpen, type OpeningState } from './policy.ts'

/** Notifies the subscribers of a course that it has opened. */
export const sendOpeningNotices: JobHandle<{ course_id: string }> = { name: 'notifyOpening' }

const grace = 2 * 60_000

/**
 * Call it when one of the two settings was saved. Runs two minutes later, because settings save automatically.
 */
export async function scheduleOpeningNotice(
  ctx: Ctx,
  before: OpeningState,
  after: OpeningState & { id: string },
) {
  if (isCourseOpen(before) || !isCourseOpen(after)) return
  const run_at = new Date(ctx.now.getTime() + grace)
  await ctx.enqueue(sendOpeningNotices, { course_id: after.id }, { run_at, job_key: `opening/${after.id}` })
}
