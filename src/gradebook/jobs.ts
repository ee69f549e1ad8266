import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { recomputeTotalsJob } from './job-handles.ts'
import { recomputeTotals } from './course-totals.ts'
import { syncResults } from './record-results.ts'

export const jobs = [
  defineJob({
    ...recomputeTotalsJob,
    transaction: 'own',
    async run(ctx: CtxWithoutTx, input: { course_id: string }) {
      await syncResults(ctx, input)
      await recomputeTotals(ctx, input)
    },
  }),
]
