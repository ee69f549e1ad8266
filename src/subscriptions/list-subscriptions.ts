import { sql } from 'kysely'
import { findCardsOf, findOpenTransfers, findOrderTotals, taxQuotes } from '#payments/index.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { findScheduledChanges } from './plan-changes/queries.ts'
import { findPeople, selectPeriods, selectSubscriptions, type SubscriptionRow } from './queries.ts'
import { cardOf, subscriptionView } from './views.ts'

export async function listMySubscriptions(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listMySubscriptions>,
): Promise<Reply<typeof contract.listMySubscriptions>> {
  const mine = selectSubscriptions(ctx).where('s.user_id', '=', ctx.actor.id)
  const page = await paginateByKeyset(mine, {
    by: ['s.created_at', 's.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await viewsOf(ctx, page.data) }
}

export async function listSubscriptions(
  ctx: Ctx,
  { status, search, user_id, limit, cursor }: Input<typeof contract.listSubscriptions>,
): Promise<Reply<typeof contract.listSubscriptions>> {
  const pattern = `%${(search ?? '').trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = selectSubscriptions(ctx)
    .$if(status !== undefined, (query) => query.where('s.status', '=', status!))
    .$if(user_id !== undefined, (query) => query.where('s.user_id', '=', user_id!))
    .$if(Boolean(search?.trim()), (query) =>
      query.where(
        sql<boolean>`(s.title ilike ${pattern} or exists (select from users u where u.school_id = s.school_id
          and u.id = s.user_id and (u.name ilike ${pattern} or u.email ilike ${pattern})))`,
      ),
    )
  const page = await paginateByKeyset(matching, {
    by: ['s.created_at', 's.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await viewsOf(ctx, page.data) }
}

/** One subscription, for its person and for staff. */
export async function viewSubscription(ctx: Ctx, id: string) {
  const rows = await selectSubscriptions(ctx).where('s.id', '=', id).execute()
  const [view] = await viewsOf(ctx, rows)
  return view!
}

async function viewsOf(ctx: Ctx, rows: readonly SubscriptionRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const user_ids = rows.map(({ user_id }) => user_id)
  const stored = await selectPeriods(ctx, ids).execute()
  const periods = Map.groupBy(stored, (period) => period.subscription_id)
  const open_order_ids = stored.flatMap(({ status, order_id }) =>
    status === 'open' && order_id ? [order_id] : [],
  )
  const next_order_ids = rows.flatMap(({ next_order_id }) => next_order_id ?? [])
  const totals = await findOrderTotals(ctx, [...open_order_ids, ...next_order_ids])
  const payoff_order_ids = rows.flatMap(({ payoff_order_id }) => payoff_order_id ?? [])
  const payable = [...open_order_ids, ...next_order_ids, ...payoff_order_ids]
  const transfers = await findOpenTransfers(ctx, payable)
  const cards = await findCardsOf(ctx, user_ids)
  const people = await findPeople(ctx, user_ids)
  const changes = await findScheduledChanges(ctx, ids)
  const quote = await taxQuotes(ctx, user_ids)
  return rows.map((row) => ({
    ...subscriptionView(row, {
      periods: periods.get(row.id) ?? [],
      totals,
      transfers,
      scheduled: changes.get(row.id),
      withTax: (price) => quote({ user_id: row.user_id, price, currency: row.currency }).total,
    }),
    card: cardOf(row, cards),
    person: people.get(row.user_id)!,
  }))
}
