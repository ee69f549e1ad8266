import { sql } from 'kysely'
import { courseNames } from '#courses/index.ts'
import { findEnrolmentStatuses } from '#learning/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { findOrdersAwaitingCard, verifyCardTrial } from './card-trials.ts'
import { ProviderError } from '../providers/provider.ts'
import { liveStates, selectAttempts } from '../records/attempt-queries.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import { coursesOfLine, selectOrders, type OrderRow } from '../orders/order-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { orderViews } from '../orders/order-views.ts'

const selectMine = (ctx: Ctx) => selectOrders(ctx).where('o.buyer_id', '=', ctx.actor.id)

/** An unfinished card check is nothing that the buyer owes, and neither is a trial that waits for its card. */
const isNoUnpaidCheck = sql<boolean>`(o.paid_amount > 0 or o.total = 0 and o.paid_at is not null
  or o.total > 0 and not exists (select from order_lines l
    where l.school_id = o.school_id and l.order_id = o.id and l.kind = 'card_check'))`

export async function listMyOrders(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listMyOrders>,
): Promise<Reply<typeof contract.listMyOrders>> {
  const page = await paginateByKeyset(selectMine(ctx).where(isNoUnpaidCheck), {
    by: ['o.created_at', 'o.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await withAttempts(ctx, page.data) }
}

export async function getMyOrder(
  ctx: Ctx,
  { id }: Input<typeof contract.getMyOrder>,
): Promise<Reply<typeof contract.getMyOrder>> {
  const order = ensureFound(await selectMine(ctx).where('o.id', '=', id).executeTakeFirst())
  const [view] = await withAttempts(ctx, [order])
  return view!
}

/** Asks the provider about the attempts of an unpaid order. If it does not answer, the order is returned as it is. */
export async function verifyMyOrder(
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.verifyMyOrder>,
): Promise<Reply<typeof contract.verifyMyOrder>> {
  const order = await ctx.transact((tx) => getMyOrder(tx, { id }))
  if (order.total === 0 && isPayable(order.status)) await verifyCardTrial(ctx, id)
  const attempts = await ctx.transact((tx) => {
    // The page of a canceled order may have been paid before it ended.
    if (!isPayable(order.status) && order.status !== 'canceled') return Promise.resolve([])
    return selectAttempts(tx)
      .where('a.order_id', '=', id)
      .where('a.state', '<>', 'succeeded')
      .orderBy('a.number', 'desc')
      .limit(3)
      .execute()
  })
  for (const attempt of attempts)
    try {
      await verifyAttempt(ctx, attempt.id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error, attempt_id: attempt.id }, 'settlement failed')
    }
  return ctx.transact((tx) => getMyOrder(tx, { id }))
}

async function withAttempts(ctx: Ctx, orders: readonly OrderRow[]) {
  const views = await orderViews(ctx, orders)
  if (views.length === 0) return []
  const live = await selectAttempts(ctx)
    .where(
      'a.order_id',
      'in',
      views.map(({ id }) => id),
    )
    .where('a.state', 'in', [...liveStates])
    .execute()
  const idsOf = (attempts: typeof live) => new Set(attempts.map(({ order_id }) => order_id))
  const waiting = idsOf(live.filter((attempt) => !isBankTransfer(attempt)))
  const transfers = idsOf(live.filter(isBankTransfer))
  const free = views.filter(({ status, total }) => status === 'awaiting_payment' && total === 0)
  const withoutCard = await findOrdersAwaitingCard(
    ctx,
    free.map(({ id }) => id),
  )
  const courses = await coursesOfBuyer(ctx, [
    ...new Set(views.flatMap(({ lines }) => lines.flatMap(coursesOfLine))),
  ])
  return views.map((view) => ({
    ...view,
    lines: view.lines.map((line) => ({
      ...line,
      courses: coursesOfLine(line).flatMap((id) => courses.get(id) ?? []),
    })),
    is_awaiting_provider: waiting.has(view.id) || withoutCard.has(view.id),
    is_awaiting_transfer: transfers.has(view.id),
  }))
}

/** Courses with the caller's enrolments. Deleted ones are left out. */
async function coursesOfBuyer(ctx: Ctx, course_ids: readonly string[]) {
  const names = await courseNames(ctx, course_ids)
  const statuses = await findEnrolmentStatuses(ctx, ctx.actor.id, course_ids)
  return new Map(
    [...names].map(([id, course_name]) => [
      id,
      { id, course_name, enrolment_status: statuses.get(id) ?? null },
    ]),
  )
}
