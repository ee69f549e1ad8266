import type { OwnCtx } from '#platform/context.ts'
import { defineJob } from '#platform/jobs.ts'
import { settleDomain } from './check-domain.ts'
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

export const jobs = [check]
