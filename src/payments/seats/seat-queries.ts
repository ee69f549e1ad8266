import { sql } from 'kysely'
import { findPeopleWhoCompleted } from '#learning/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isOrderInReview } from '../records/bank-transfer.ts'
import { lockOrder, selectLines, type LineRow, type OrderRow } from '../orders/order-queries.ts'

export const selectSeats = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('seats as s')
    .where('s.school_id', '=', school_id)
    .select(['s.id', 's.line_id', 's.order_id', 's.state', 's.email', 's.name', 's.message', 's.send_on'])
    .select(['s.mail_due_at', 's.mailed_at', 's.code_hash', 's.user_id', 's.taken_at', 's.created_at'])

export type SeatRow = Awaited<ReturnType<ReturnType<typeof selectSeats>['executeTakeFirstOrThrow']>>

/** Seats of a line that a person has or is invited to, the first of them first; at most as many as the line has. */
export const selectUsedSeats = (ctx: Ctx, line_id: string) =>
  selectSeats(ctx)
    .where('s.line_id', '=', line_id)
    .where('s.state', 'in', ['invited', 'taken'])
    .orderBy('s.created_at')
    .orderBy('s.id')

/** How many seats of a line a person has or is invited to. */
export async function countUsedSeats({ tx, school_id }: Ctx, line_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('seats')
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('state', 'in', ['invited', 'taken'])
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const selectSeatLinks = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('seat_links')
    .where('school_id', '=', school_id)
    .select(['id', 'line_id', 'order_id', 'code_hash', 'max_uses', 'uses', 'ended_at'])

/** The join link of a line; undefined if it has none. */
export const findSeatLink = (ctx: Ctx, line_id: string) =>
  selectSeatLinks(ctx).where('line_id', '=', line_id).where('ended_at', 'is', null).executeTakeFirst()

export type SeatLinkRow = NonNullable<Awaited<ReturnType<typeof findSeatLink>>>

/** A line that was bought for others, with its order. */
export interface SeatPurchase {
  order: OrderRow
  line: LineRow & { course_id: string }
}

/** Unpaid seats of a course whose transfer staff check, of the caller. */
export const selectSeatsInReview = ({ tx, school_id, actor }: Ctx, course_id: string) =>
  tx
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'o.school_id').onRef('l.order_id', '=', 'o.id'),
    )
    .where('o.school_id', '=', school_id)
    .where('o.buyer_id', '=', actor.id)
    .where('o.status', 'in', ['awaiting_payment', 'partially_paid'])
    .where('l.course_id', '=', course_id)
    .where('l.purpose', '=', 'seats')
    .where(isOrderInReview)
    .orderBy('o.created_at', 'desc')
    .limit(10)
    .select(['o.id as order_id', 'l.quantity'])

/** The line of an order that was bought for others; null if the buyer learns. */
export async function findSeatPurchase(ctx: Ctx, order: OrderRow): Promise<SeatPurchase | null> {
  const lines = await selectLines(ctx, [order.id]).execute()
  const line = lines.find(({ purpose }) => purpose !== 'self')
  return line ? { order, line: { ...line, course_id: line.course_id! } } : null
}

/** A purchase for others, locked until commit: every change of seats locks the order first. */
export const lockSeatPurchase = async (ctx: Ctx, order_id: string): Promise<SeatPurchase> =>
  ensureFound(await findSeatPurchase(ctx, await lockOrder(ctx, order_id)))

/** The same for its buyer, who finds no order of other people. */
export async function lockMyPurchase(ctx: Ctx, order_id: string): Promise<SeatPurchase> {
  const purchase = await lockSeatPurchase(ctx, order_id)
  ensureFound(purchase.order.buyer_id === ctx.actor.id || null)
  return purchase
}

interface SeatPerson {
  id: string
  name: string
  email: string
  has_completed: boolean
}

/** People who have seats of a course, by id: with whether they have completed it. */
export async function peopleOfSeats(
  ctx: Ctx,
  { line: { course_id } }: SeatPurchase,
  seats: readonly Pick<SeatRow, 'user_id'>[],
) {
  const ids = seats.flatMap(({ user_id }) => user_id ?? [])
  if (ids.length === 0) return new Map<string, SeatPerson>()
  const people = await ctx.tx
    .selectFrom('users')
    .where('school_id', '=', ctx.school_id)
    .where('id', 'in', ids)
    .select(['id', 'name', 'email'])
    .execute()
  const completed = await findPeopleWhoCompleted(ctx, course_id, ids)
  return new Map(people.map((person) => [person.id, { ...person, has_completed: completed.has(person.id) }]))
}
