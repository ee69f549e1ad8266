import { endVisit, openVisit } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { found } from '#platform/contract/refusal.ts'
import { endVisitInTime } from './job-handles.ts'
import { visitsOf } from './queries.ts'

/** Safe to repeat: a visit that has ended is left alone. */
const endInTime = defineJob({
  ...endVisitInTime,
  async run(ctx: Ctx, { visit_id }: { visit_id: string }) {
    const { ends_at } = found(
      await visitsOf(ctx).where('v.id', '=', visit_id).select('v.ends_at').executeTakeFirst(),
    )
    const lasted = await openVisit({ ...ctx, now: new Date(ends_at.getTime() - 1) }, visit_id)
    await endVisit(ctx, visit_id, lasted ? 'time' : 'access_lost')
  },
})

export const jobs = [endInTime]
