import type { Ctx, JobHandle } from '#tenancy/context/request-context.ts'
import { isOpen, type Opening } from './policy.ts'

/** Tells whoever waits for a course that it has opened. */
export const tellOfOpening: JobHandle<{ course_id: string }> = { name: 'tellOfOpening' }

const grace = 2 * 60_000

/** Call it whenever one of the two switches was saved. Two minutes later, because settings save themselves. */
export async function scheduleOpening(ctx: Ctx, before: Opening, after: Opening & { id: string }) {
  if (isOpen(before) || !isOpen(after)) return
  const run_at = new Date(ctx.now.getTime() + grace)
  await ctx.enqueue(tellOfOpening, { course_id: after.id }, { run_at, job_key: `opening/${after.id}` })
}
