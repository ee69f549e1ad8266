import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { verifyReseller } from './check-reseller.ts'
import { checkResellerJob } from './job-handles.ts'
import { findReseller } from './queries.ts'

/** Safe to repeat: it writes the state of DNS, and schedules the next check under one key per reseller. */
const check = defineJob({
  ...checkResellerJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { reseller_id }: { reseller_id: string }) {
    const row = await ctx.transact((txCtx) => findReseller(txCtx, reseller_id))
    if (row) await verifyReseller(ctx, row)
  },
})

export const jobs = [check]
