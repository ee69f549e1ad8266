import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { settleReseller } from './check-reseller.ts'
import { checkResellerLater } from './job-handles.ts'
import { resellerById } from './queries.ts'

/** Safe to repeat: it writes what DNS says, and puts the next look under the reseller's one key. */
const check = defineJob({
  ...checkResellerLater,
  transaction: 'own',
  async run(ctx: OwnCtx, { reseller_id }: { reseller_id: string }) {
    const row = await ctx.transact((inside) => resellerById(inside, reseller_id))
    if (row) await settleReseller(ctx, row)
  },
})

export const jobs = [check]
