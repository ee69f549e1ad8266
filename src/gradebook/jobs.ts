import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { recomputeTotalsJob } from './job-handles.ts'
import { recomputeTotals } from './kept-totals.ts'

export const jobs = [
  defineJob({
    ...recomputeTotalsJob,
    transaction: 'own',
    run: (ctx: CtxWithoutTx, input: { course_id: string }) => recomputeTotals(ctx, input),
  }),
]
