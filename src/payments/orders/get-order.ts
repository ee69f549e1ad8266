import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { selectDisputes } from '../records/dispute-queries.ts'
import { selectAttempts } from '../records/attempt-queries.ts'
import { quarantinedOfOrder, quarantinedView } from '../records/quarantine-queries.ts'
import { entriesOfOrder } from '../records/manual-entries.ts'
import { isRefundable } from './order-state.ts'
import { selectOrders } from './order-queries.ts'
import { orderViews } from './order-views.ts'

type Details = Reply<typeof contract.getOrder>

const selectWithBuyers = (ctx: Ctx) =>
  selectOrders(ctx)
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'o.school_id').onRef('u.id', '=', 'o.buyer_id'),
    )
    .select(['u.name as buyer_name', 'u.email as buyer_email'])

type OrderFilters = Omit<Input<typeof contract.listOrders>, 'limit' | 'cursor'>

const selectMatching = (ctx: Ctx, filters: OrderFilters) => {
  const { status, buyer_id, course_id, from, to, needs_attention } = filters
  const search = filters.search?.trim() ?? ''
  return selectWithBuyers(ctx)
    .$if(status !== undefined, (query) => query.where('o.status', '=', status!))
    .$if(buyer_id !== undefined, (query) => query.where('o.buyer_id', '=', buyer_id!))
    .$if(from !== undefined, (query) => query.where('o.created_at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('o.created_at', '<', new Date(to!)))
    .$if(needs_attention === true, (query) => query.where(sql<boolean>`o.attention <> '{}'`))
    .$if(course_id !== undefined, (query) =>
      query.where(sql<boolean>`exists (select from order_lines l where l.school_id = o.school_id
        and l.order_id = o.id
        and (l.course_id = ${course_id!}::uuid or l.plan_terms -> 'course_ids' ? ${course_id!}::text))`),
    )
    .$if(search !== '', (query) => query.where(matchesSearch(search)))
}

/** A part of the buyer's name or address, ignoring case and accents, the order number, or a transaction id. */
function matchesSearch(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(fold_text(u.name || ' ' || u.email) like fold_text(${pattern})
    or right(o.id::text, 8) = lower(${search})
    or exists (select from payments p where p.school_id = o.school_id and p.order_id = o.id
      and p.transaction_id = ${search}))`
}

/** Orders of the school that match all filters. */
export async function listOrders(
  ctx: Ctx,
  { limit, cursor, ...filters }: Input<typeof contract.listOrders>,
): Promise<Reply<typeof contract.listOrders>> {
  const page = await paginateByKeyset(selectMatching(ctx, filters), {
    by: ['o.created_at', 'o.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  const views = await orderViews(ctx, page.data)
  return { ...page, data: views.map((view) => ({ ...view, buyer: buyerOf(view) })) }
}

/** Refunds of an order with the names of those who requested them. */
async function selectRefunds({ tx, school_id }: Ctx, order_id: string) {
  const rows = await tx
    .selectFrom('refunds as r')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'r.school_id').onRef('u.id', '=', 'r.requested_by'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.order_id', '=', order_id)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .select([
      'r.id',
      'r.provider',
      'r.kind',
      'r.state',
      'r.amount',
      'r.reason',
      'r.created_at',
      'r.requested_by',
    ])
    .select('u.name')
    .execute()
  return rows.map(({ requested_by, name, ...refund }) => ({
    ...refund,
    requested_by: requested_by ? { id: requested_by, name: name ?? '' } : null,
  }))
}

export const getOrder = (
  ctx: Ctx,
  { id }: Input<typeof contract.getOrder>,
): Promise<Reply<typeof contract.getOrder>> => getOrderView(ctx, id)

/** The order as staff see it, with everything that happened to it. */
export async function getOrderView(ctx: Ctx, id: string): Promise<Details> {
  const row = ensureFound(await selectWithBuyers(ctx).where('o.id', '=', id).executeTakeFirst())
  const [order] = await orderViews(ctx, [row])
  const { tx, school_id } = ctx
  const payments = await tx
    .selectFrom('payments')
    .where('school_id', '=', school_id)
    .where('order_id', '=', id)
    .orderBy('created_at')
    .select(['id', 'provider', 'transaction_id', 'mode', 'method', 'amount', 'currency', 'fee'])
    .select(['quarantine_reason', 'paid_at'])
    .execute()
  const attempts = await selectAttempts(ctx).where('a.order_id', '=', id).orderBy('a.number').execute()
  const refunds = await selectRefunds(ctx, id)
  const disputes = await selectDisputes(ctx).where('d.order_id', '=', id).orderBy('d.created_at').execute()
  const quarantined = await quarantinedOfOrder(ctx, id)
  const manual_entries = await entriesOfOrder(ctx, id)
  return {
    ...order!,
    buyer: buyerOf(row),
    quarantined: quarantined.map(quarantinedView),
    manual_entries: manual_entries as Details['manual_entries'],
    refundable_amount: isRefundable(order!.status) ? row.paid_amount - row.refund_reserved : 0,
    // Check constraints limit the texts to the values of the contract.
    payments: payments as Details['payments'],
    attempts: attempts as Details['attempts'],
    refunds: refunds as Details['refunds'],
    disputes: disputes as Details['disputes'],
  }
}

const buyerOf = (row: { buyer_id: string; buyer_name: string; buyer_email: string }) => ({
  id: row.buyer_id,
  name: row.buyer_name,
  email: row.buyer_email,
})
