import { resolveTargetAddresses } from '#custom-domains/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { findReseller, resellerView } from './queries.ts'

export async function getReseller(
  { config, db, transact }: CtxWithoutTx,
  { id }: Input<typeof contract.getReseller>,
): Promise<Reply<typeof contract.getReseller>> {
  const row = ensureFound(await transact((ctx) => findReseller(ctx, id)))
  const logo = await db.selectFrom('resellers').where('id', '=', id).select('logo').executeTakeFirst()
  return {
    ...resellerView(config, row),
    logo: logo?.logo?.toString('base64') ?? null,
    target_addresses: await resolveTargetAddresses(config, config.domainTarget),
  }
}
