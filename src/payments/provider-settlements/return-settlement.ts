import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { postJournals } from '../ledger/post-journals.ts'
import { paidOutJournal } from '../ledger/postings.ts'
import { lockSettlement, updateSettlement, type SettlementHeader } from './settlement-rows.ts'

/**
 * The bank sent a settlement back: the money is with the provider again, and its payments wait for another settlement. Does nothing
 * for one that the tenant does not have, or that was returned before.
 */
export const returnSettlement = (ctx: CtxWithoutTx, header: SettlementHeader): Promise<void> =>
  ctx.transact(async (tx) => {
    const orders = await lockOrdersOf(tx, header)
    const row = await lockSettlement(tx, header)
    if (!row || (row.read_at === null && orders === 0)) return
    const { provider, payment_account_id, currency } = header
    const bank = payment_account_id === null ? 'platform_bank' : 'school_bank'
    await postJournals(
      tx,
      {
        source_type: 'provider_settlement',
        source_id: row.id,
        currency,
        payment_id: null,
        account: { provider, payment_account_id },
      },
      [{ ...paidOutJournal(bank, -row.posted_amount, 0), kind: 'returned' }],
    )
    await releaseEntries(tx, row.id)
    await updateSettlement(tx, row.id, {
      status: 'failed',
      read_at: null,
      posted_amount: 0,
      payment_count: 0,
      explained_deductions: 0,
      explained_by: [],
    })
  })

/** Locks the orders of the settlement before its row, as every change does. Returns their number. */
async function lockOrdersOf({ tx, school_id }: Ctx, header: SettlementHeader) {
  const orders = await tx
    .selectFrom('orders')
    .where('school_id', '=', school_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('provider_settlement_entries as e')
        .innerJoin('provider_settlements as s', (on) =>
          on.onRef('s.school_id', '=', 'e.school_id').onRef('s.id', '=', 'e.provider_settlement_id'),
        )
        .where('e.school_id', '=', school_id)
        .where('s.provider', '=', header.provider)
        .where('s.settlement_id', '=', header.settlement_id)
        .select('e.order_id'),
    )
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return orders.length
}

async function releaseEntries({ tx, school_id }: Ctx, id: string) {
  const entries = tx
    .selectFrom('provider_settlement_entries')
    .where('school_id', '=', school_id)
    .where('provider_settlement_id', '=', id)
  await tx
    .updateTable('payments')
    .set({ provider_settlement_id: null })
    .where('school_id', '=', school_id)
    .where('provider_settlement_id', '=', id)
    .where('id', 'in', entries.select('payment_id'))
    .execute()
  await tx
    .updateTable('refunds')
    .set({ provider_settlement_id: null })
    .where('school_id', '=', school_id)
    .where('provider_settlement_id', '=', id)
    .where(
      'id',
      'in',
      entries
        .where('refund_id', 'is not', null)
        .select((eb) => eb.ref('refund_id').$castTo<string>().as('refund_id')),
    )
    .execute()
  await tx
    .deleteFrom('provider_settlement_entries')
    .where('school_id', '=', school_id)
    .where('provider_settlement_id', '=', id)
    .execute()
}
