import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { redirectHost } from './hosts.ts'

export async function releaseDomain(ctx: Ctx, { id }: Input<typeof contract.releaseDomain>) {
  const { tx, school_id } = ctx
  const deleted = ensureFound(
    await tx
      .deleteFrom('custom_domains')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .returning('domain')
      .executeTakeFirst(),
  )
  await redirectHost(ctx, deleted.domain)
  await ctx.audit('domain.released', ['domain', id], { domain: deleted.domain })
  return okReply
}
