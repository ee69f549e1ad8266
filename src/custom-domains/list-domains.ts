import type { OwnCtx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import { ownDomain } from '#tenancy/hosts/custom-domain.ts'
import type * as contract from './contract.ts'
import { targetAddresses, targetOf } from './look-up-records.ts'
import { domainsOf, shownDomain } from './queries.ts'

export async function listDomains(ctx: OwnCtx): Promise<Reply<typeof contract.listDomains>> {
  const data = await ctx.transact(async (inside) => {
    const canonical = await ownDomain(inside)
    const rows = await domainsOf(inside).orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => shownDomain(row, canonical))
  })
  const { config, school, brand } = ctx
  const host = targetOf(ctx)
  const target = { host, addresses: await targetAddresses(config, host) }
  return { data, target, sub_domain: `${school!.school_url}.${brand.domain}` }
}
