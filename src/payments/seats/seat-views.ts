import { hasCourse } from '#learning/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectOrders } from '../orders/order-queries.ts'
import { orderNumber } from '../orders/order-views.ts'
import { seatLink } from './seat-codes.ts'
import type * as contract from './seat-contract.ts'
import { freeSeats, seatState } from './seat-policy.ts'
import {
  findSeatLink,
  findSeatPurchase,
  peopleOfSeats,
  selectUsedSeats,
  type SeatPurchase,
  type SeatRow,
} from './seat-queries.ts'

export async function getMySeats(
  ctx: Ctx,
  { id }: Input<typeof contract.getMySeats>,
): Promise<Reply<typeof contract.getMySeats>> {
  const order = ensureFound(
    await selectOrders(ctx).where('o.id', '=', id).where('o.buyer_id', '=', ctx.actor.id).executeTakeFirst(),
  )
  const purchase = ensureFound(await findSeatPurchase(ctx, order))
  const { line } = purchase
  const rows = await selectUsedSeats(ctx, line.id).execute()
  const people = await peopleOfSeats(ctx, purchase, rows)
  const link = await findSeatLink(ctx, line.id)
  const owned = { course_id: line.course_id, user_id: ctx.actor.id, tier: line.tier }
  return {
    ...purchaseView(purchase, rows.length),
    has_course: await hasCourse(ctx, owned),
    join_link: link ? { url: seatLink(ctx, link), max_uses: link.max_uses, uses: link.uses } : null,
    seats: rows.map((row) => ({
      ...seatView(ctx, row, people),
      message: row.message,
      send_on: row.send_on,
      url: row.state === 'taken' ? null : seatLink(ctx, row),
    })),
  }
}

/** For staff, who do not see the links. */
export async function listOrderSeats(
  ctx: Ctx,
  { id }: Input<typeof contract.listOrderSeats>,
): Promise<Reply<typeof contract.listOrderSeats>> {
  const order = ensureFound(await selectOrders(ctx).where('o.id', '=', id).executeTakeFirst())
  const purchase = await findSeatPurchase(ctx, order)
  if (!purchase) return { purchase: null }
  const rows = await selectUsedSeats(ctx, purchase.line.id).execute()
  const people = await peopleOfSeats(ctx, purchase, rows)
  return {
    purchase: {
      ...purchaseView(purchase, rows.length),
      seats: rows.map((row) => seatView(ctx, row, people)),
    },
  }
}

const purchaseView = ({ order, line }: SeatPurchase, used: number) => ({
  order_id: order.id,
  order_number: orderNumber(order.id),
  // A line for the buyer is no purchase for others.
  purpose: line.purpose as 'gift' | 'seats',
  course_id: line.course_id,
  title: line.title,
  tier: line.tier,
  quantity: line.quantity,
  refunded_quantity: line.refunded_quantity,
  free: order.paid_at ? freeSeats(line, used) : 0,
  is_paid: order.paid_at !== null,
  // A check constraint limits the reasons.
  closed: line.seats_closed as 'refunded' | 'disputed' | null,
})

type People = Awaited<ReturnType<typeof peopleOfSeats>>

function seatView({ now }: Ctx, seat: SeatRow, people: People) {
  const { id, email, name, mailed_at, taken_at, user_id } = seat
  const found = user_id === null ? undefined : people.get(user_id)
  return {
    id,
    state: seatState(seat, now),
    email,
    name,
    mailed_at,
    taken_at,
    person: found ? { id: found.id, name: found.name, email: found.email } : null,
    has_completed: found?.has_completed ?? false,
  }
}
