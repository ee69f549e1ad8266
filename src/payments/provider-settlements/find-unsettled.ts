import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { recordDifference } from '../records/record-difference.ts'
import { settlementDays } from './read-settlements.ts'

const day = 86_400_000
/** Most providers pay out within a week; some banks and countries take two. */
const lateDays = 14
const batchSize = 200

interface Unsettled {
  provider: string
  transaction_id: string
  order_id: string
  amount: number
  currency: string
}

/**
 * Payments that were not paid out for two weeks. Test accounts are often not paid out at all, so their payments count only after a
 * later settlement; an account with payouts whose content is unknown is left out. Returns the number of new differences.
 */
export async function findUnsettled(ctx: Ctx): Promise<number> {
  const { tx, school_id, now } = ctx
  const late = new Date(now.getTime() - lateDays * day)
  const { rows } = await sql<Unsettled>`
    select p.provider, p.transaction_id, p.order_id, p.amount, p.currency
    from payments p
    join payment_attempts a on a.school_id = p.school_id and a.id = p.attempt_id
    where p.school_id = ${school_id} and p.provider in ('stripe', 'paystack', 'flutterwave')
      and p.provider_settlement_id is null and p.quarantine_reason is null
      and p.paid_at < ${late} and p.paid_at > ${new Date(now.getTime() - settlementDays * day)}
      and (p.mode = 'live' or exists (select from provider_settlements s where s.school_id = p.school_id
        and s.provider = p.provider and s.payment_account_id is not distinct from a.payment_account_id
        and s.status = 'paid' and s.paid_at >= p.paid_at))
      and not exists (select from provider_settlements s where s.school_id = p.school_id
        and s.provider = p.provider and s.payment_account_id is not distinct from a.payment_account_id
        and not s.has_entries)
      and not exists (select from reconciliation_differences d where d.school_id = p.school_id
        and d.provider = p.provider and d.kind = 'not_settled' and d.transaction_id = p.transaction_id)
    order by p.paid_at limit ${batchSize}`.execute(tx)
  let differences = 0
  for (const { amount, ...payment } of rows) {
    const difference = { ...payment, expected_amount: Number(amount), found_amount: null }
    if (await recordDifference(ctx, { ...difference, kind: 'not_settled' })) differences += 1
  }
  return differences
}
