import { endVisit, findActiveVisit } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { endVisitJob } from './job-handles.ts'
import { selectVisits } from './queries.ts'

/** Safe to repeat: ended visits are left alone. */
const endInTime = defineJob({
  ...endVisitJob,
  async run(ctx: Ctx, { visit_id }: { visit_id: string }) {
    const { ends_at } = ensureFound(
      await selectVisits(ctx).where('v.id', '=', visit_id).select('v.ends_at').executeTakeFirst(),
    )
    const lasted = await findActiveVisit({ ...ctx, now: new Date(ends_at.getTime() - 1) }, visit_id)
    await endVisit(ctx, visit_id, lasted ? 'expired' : 'access_lost')
  },
})

export const jobs = [endInTime]
