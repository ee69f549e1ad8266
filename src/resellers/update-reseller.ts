import { normalDomain } from '#custom-domains/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { newProof } from './create-reseller.ts'
import { newSender } from './check-sender.ts'
import { mayMove, senderDomain } from './policy.ts'
import { isInUse, resellerById, resellers, shownReseller, type ResellerRow } from './queries.ts'
import { tellBrandsChanged } from './tell-brands-changed.ts'
import { ensureFreeRoot, logoColumns, themeColumns } from './written.ts'

export async function updateReseller(
  ctx: OwnCtx,
  { id, logo, theme, root_domain, ...plain }: Input<typeof contract.updateReseller>,
): Promise<Reply<typeof contract.updateReseller>> {
  const picture = logo === undefined ? {} : await logoColumns(logo)
  return ctx.transact(async (inside) => {
    const row = found(await resellers(inside).where('id', '=', id).forUpdate().executeTakeFirst())
    const moved = root_domain === undefined ? {} : await moveTo(inside, row, normalDomain(root_domain))
    await inside.tx
      .updateTable('resellers')
      .set({ ...plain, ...picture, ...(theme && themeColumns(theme)), ...moved, updated_at: inside.now })
      .set(senderOf(row, { ...row, ...plain, ...moved }))
      .where('id', '=', id)
      .execute()
    const fields = Object.entries({ ...plain, logo, theme, root_domain }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    )
    await inside.audit('reseller.changed', ['reseller', id], { fields })
    await tellBrandsChanged(inside)
    return shownReseller(inside.config, found(await resellerById(inside, id)))
  })
}

/** What becomes of the proof of the sender. */
function senderOf(before: ResellerRow, now: ResellerRow) {
  const domains = [before, now].map(({ root_domain, mail_sender_address: address }) =>
    senderDomain({ root_domain, address }),
  )
  const stays = domains[0] === domains[1] && before.root_domain === now.root_domain
  return stays ? {} : newSender(now, newProof())
}

/** Another root domain is proven anew. */
async function moveTo(ctx: Ctx, row: ResellerRow, root_domain: string) {
  if (root_domain === row.root_domain) return {}
  await ensureFreeRoot(ctx, root_domain, row.id)
  ensure(mayMove({ answers: row.answers, in_use: await isInUse(ctx, row.root_domain) }))
  const fresh = {
    domain_state: 'pending',
    domain_problem: null,
    domain_found: [],
    checked_at: null,
    failing_since: null,
  }
  return { root_domain, proof: newProof(), ...fresh }
}
