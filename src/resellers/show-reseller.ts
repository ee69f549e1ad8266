import { targetAddresses } from '#custom-domains/index.ts'
import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { resellerById, shownReseller } from './queries.ts'

export async function showReseller(
  { config, db, transact }: OwnCtx,
  { id }: Input<typeof contract.showReseller>,
): Promise<Reply<typeof contract.showReseller>> {
  const row = found(await transact((inside) => resellerById(inside, id)))
  const picture = await db.selectFrom('resellers').where('id', '=', id).select('logo').executeTakeFirst()
  return {
    ...shownReseller(config, row),
    logo: picture?.logo?.toString('base64') ?? null,
    target_addresses: await targetAddresses(config, config.domainTarget),
  }
}
