import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { settleDomain } from './check-domain.ts'
import { endRedirects } from './hosts.ts'
import { checkDomainLater } from './job-handles.ts'
import { domainById } from './queries.ts'

/** Safe to repeat: it writes what DNS says, and puts the next look under the domain's one key. */
const check = defineJob({
  ...checkDomainLater,
  transaction: 'own',
  async run(ctx: OwnCtx, { domain_id }: { domain_id: string }) {
    const row = await ctx.transact((inside) => domainById(inside, domain_id))
    if (row) await settleDomain(ctx, row)
  },
})

/** Safe to repeat: what has ended is deleted once. */
const endOldRedirects = defineJob({ name: 'endOldRedirects', run: (ctx: Ctx) => endRedirects(ctx) })

export const jobs = [check, endOldRedirects]
export const schedules = [defineSchedule({ job: endOldRedirects, cron: '35 3 * * *', each: 'platform' })]
