import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { applyDnsResult } from './check-domain.ts'
import { deleteExpiredRedirects } from './hosts.ts'
import { checkDomainJob } from './job-handles.ts'
import { findDomain } from './queries.ts'

/** Safe to repeat: it writes the state of DNS, and schedules the next check under one key per domain. */
const check = defineJob({
  ...checkDomainJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { domain_id }: { domain_id: string }) {
    const row = await ctx.transact((txCtx) => findDomain(txCtx, domain_id))
    if (row) await applyDnsResult(ctx, row)
  },
})

/** Safe to repeat: expired redirects are deleted once. */
const endOldRedirects = defineJob({
  name: 'deleteExpiredRedirects',
  run: (ctx: Ctx) => deleteExpiredRedirects(ctx),
})

export const jobs = [check, endOldRedirects]
export const schedules = [defineSchedule({ job: endOldRedirects, cron: '35 3 * * *', runsFor: 'platform' })]
