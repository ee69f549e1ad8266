import { normalizeDomain } from '#custom-domains/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { generateVerificationRecord } from './create-reseller.ts'
import { senderColumns } from './check-sender.ts'
import { mayChangeRootDomain, senderDomain } from './policy.ts'
import {
  isRootDomainInUse,
  findReseller,
  selectResellers,
  resellerView,
  type ResellerRow,
} from './queries.ts'
import { announceBrandChange } from './announce-brand-change.ts'
import { ensureRootDomainAvailable, logoColumns, themeColumns } from './reseller-columns.ts'

export async function updateReseller(
  ctx: CtxWithoutTx,
  { id, logo, theme, root_domain, ...plain }: Input<typeof contract.updateReseller>,
): Promise<Reply<typeof contract.updateReseller>> {
  const logoValues = logo === undefined ? {} : await logoColumns(logo)
  return ctx.transact(async (txCtx) => {
    const row = ensureFound(await selectResellers(txCtx).where('id', '=', id).forUpdate().executeTakeFirst())
    const moved = root_domain === undefined ? {} : await moveTo(txCtx, row, normalizeDomain(root_domain))
    await txCtx.tx
      .updateTable('resellers')
      .set({ ...plain, ...logoValues, ...(theme && themeColumns(theme)), ...moved, updated_at: txCtx.now })
      .set(senderOf(row, { ...row, ...plain, ...moved }))
      .where('id', '=', id)
      .execute()
    const fields = Object.entries({ ...plain, logo, theme, root_domain }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    )
    await txCtx.audit('reseller.updated', ['reseller', id], { fields })
    await announceBrandChange(txCtx)
    return resellerView(txCtx.config, ensureFound(await findReseller(txCtx, id)))
  })
}

/** Verification of the sender after the change. */
function senderOf(before: ResellerRow, now: ResellerRow) {
  const domains = [before, now].map(({ root_domain, mail_sender_address: address }) =>
    senderDomain({ root_domain, address }),
  )
  const stays = domains[0] === domains[1] && before.root_domain === now.root_domain
  return stays ? {} : senderColumns(now, generateVerificationRecord())
}

/** A new root domain must be verified again. */
async function moveTo(ctx: Ctx, row: ResellerRow, root_domain: string) {
  if (root_domain === row.root_domain) return {}
  await ensureRootDomainAvailable(ctx, root_domain, row.id)
  ensureAllowed(
    mayChangeRootDomain({
      is_serving: row.is_serving,
      in_use: await isRootDomainInUse(ctx, row.root_domain),
    }),
  )
  const fresh = {
    domain_state: 'pending',
    domain_problem: null,
    domain_found_records: [],
    checked_at: null,
    failing_since: null,
  }
  return { root_domain, verification_record: generateVerificationRecord(), ...fresh }
}
