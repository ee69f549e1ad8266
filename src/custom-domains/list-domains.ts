import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import { activeCustomDomain } from '#tenancy/hosts/custom-domain.ts'
import type * as contract from './contract.ts'
import { resolveTargetAddresses, domainTarget } from './look-up-records.ts'
import { selectDomains, domainView } from './queries.ts'

export async function listDomains(ctx: CtxWithoutTx): Promise<Reply<typeof contract.listDomains>> {
  const data = await ctx.transact(async (txCtx) => {
    const canonical = await activeCustomDomain(txCtx)
    const rows = await selectDomains(txCtx).orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => domainView(row, canonical))
  })
  const { config, school, brand } = ctx
  const host = domainTarget(ctx)
  const target = { host, addresses: await resolveTargetAddresses(config, host) }
  return { data, target, sub_domain: `${school!.school_url}.${brand.domain}` }
}
