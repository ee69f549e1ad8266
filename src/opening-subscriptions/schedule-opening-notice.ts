import type { Ctx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'
import { isCourseOpen, type OpeningState } from './policy.ts'

/** Tells whoever waits for a course that it has opened. */
export const sendOpeningNotices: JobHandle<{ course_id: string }> = { name: 'notifyOpening' }

const grace = 2 * 60_000

/** Call it whenever one of the two switches was saved. Two minutes later, because settings save themselves. */
export async function scheduleOpeningNotice(
  ctx: Ctx,
  before: OpeningState,
  after: OpeningState & { id: string },
) {
  if (isCourseOpen(before) || !isCourseOpen(after)) return
  const run_at = new Date(ctx.now.getTime() + grace)
  await ctx.enqueue(sendOpeningNotices, { course_id: after.id }, { run_at, job_key: `opening/${after.id}` })
}
