import { sql } from 'kysely'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { orderNumber } from '../orders/order-views.ts'

type Page = Reply<typeof contract.listSettlements>
type Entries = Reply<typeof contract.listSettlementEntries>

const selectSettlements = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('provider_settlements')
    .where('school_id', '=', school_id)
    .select(['id', 'provider', 'settlement_id', 'currency', 'status', 'paid_at', 'gross', 'fees'])
    .select(['deductions', 'net', 'posted_amount as matched_amount', 'payment_count'])
    .select(sql<boolean>`payment_account_id is null`.as('is_platform'))

export async function listSettlements(
  ctx: Ctx,
  { status, limit, cursor }: Input<typeof contract.listSettlements>,
): Promise<Page> {
  const query = selectSettlements(ctx).$if(status !== undefined, (rows) => rows.where('status', '=', status!))
  const page = await paginateByKeyset(query, {
    by: ['paid_at', 'id'],
    direction: 'desc',
    key: (row) => [row.paid_at.toISOString(), row.id],
    limit,
    cursor,
  })
  // Check constraints limit the texts to the values of the contract.
  return { ...page, data: page.data as Page['data'] }
}

export async function getSettlement(
  ctx: Ctx,
  { id }: Input<typeof contract.getSettlement>,
): Promise<Reply<typeof contract.getSettlement>> {
  const row = await selectSettlements(ctx).where('id', '=', id).executeTakeFirst()
  return ensureFound(row) as Page['data'][number]
}

export async function listSettlementEntries(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listSettlementEntries>,
): Promise<Entries> {
  const { currency } = await getSettlement(ctx, { id })
  const query = ctx.tx
    .selectFrom('provider_settlement_entries as e')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'e.school_id').onRef('p.id', '=', 'e.payment_id'),
    )
    .where('e.school_id', '=', ctx.school_id)
    .where('e.provider_settlement_id', '=', id)
    .select(['e.id', 'e.kind', 'e.order_id', 'e.gross', 'e.fee', 'e.net', 'p.transaction_id', 'p.paid_at'])
  const page = await paginateByKeyset(query, {
    by: ['e.id'],
    direction: 'asc',
    key: (row) => [row.id],
    limit,
    cursor,
  })
  const rows = page.data.map((row) => ({ ...row, currency, order_number: orderNumber(row.order_id) }))
  return { ...page, data: rows as Entries['data'] }
}
