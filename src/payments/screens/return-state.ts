import type { ApiReply } from '#platform/client/api/client.ts'
import type { verifyMyOrder } from '../contract.ts'

export type OwnOrder = ApiReply<typeof verifyMyOrder>

/** What the return page says. */
export type ReturnState =
  /** Paid, and the course is open. */
  | 'open'
  /** The free trial of a plan has begun. */
  | 'trial'
  /** The provider has not confirmed yet that the card of a trial was saved. */
  | 'checking_card'
  /** No card was saved, so the trial has not begun. */
  | 'no_card'
  /** Paid for another person: the page of the gift or of the seats says what follows. */
  | 'gift'
  | 'seats'
  /** Paid, and staff approve the student next. */
  | 'waiting_for_staff'
  /** Paid, but the student was declined or removed. */
  | 'not_enrolled'
  /** A part of the price arrived. */
  | 'partial'
  /** The provider has not answered yet, and the page asks again. */
  | 'checking'
  /** The buyer left the payment page without paying. */
  | 'abandoned'
  /** The page stopped asking; the receipt comes by mail. */
  | 'not_confirmed'
  | 'failed'
  | 'refunded'
  | 'canceled'

/** State of the return page. `hasLeft`: the provider reported that the buyer left its page without paying. */
export function returnState(
  order: Pick<OwnOrder, 'status' | 'is_awaiting_provider' | 'lines'>,
  { hasLeft, isPolling }: { hasLeft: boolean; isPolling: boolean },
): ReturnState {
  switch (order.status) {
    case 'paid':
    case 'partially_refunded':
      return paidState(order.lines)
    case 'partially_paid':
      return order.is_awaiting_provider && isPolling && !hasLeft ? 'checking' : 'partial'
    case 'awaiting_payment':
      if (isTrial(order.lines)) return order.is_awaiting_provider && isPolling ? 'checking_card' : 'no_card'
      if (!order.is_awaiting_provider) return 'failed'
      if (hasLeft) return 'abandoned'
      return isPolling ? 'checking' : 'not_confirmed'
    default:
      return order.status
  }
}

/** A trial has no price; a coupon would be a discount. */
const isTrial = (lines: OwnOrder['lines']) => lines.every(({ kind, gross }) => kind === 'plan' && gross === 0)

function paidState(lines: OwnOrder['lines']): ReturnState {
  const purpose = purposeOf(lines)
  if (purpose !== 'self') return purpose
  if (isTrial(lines)) return 'trial'
  // A later payment of a plan opens nothing: the plan did.
  const opening = lines.filter(({ kind }) => kind !== 'plan_period')
  const statuses = opening.flatMap(({ courses }) => courses.map(({ enrolment_status }) => enrolment_status))
  // The school has deleted the courses.
  if (opening.length > 0 && statuses.length === 0) return 'not_enrolled'
  if (statuses.every((status) => status === 'approved')) return 'open'
  return statuses.some((status) => status === 'pending') ? 'waiting_for_staff' : 'not_enrolled'
}

/** Whether an order buys something for others. */
export const purposeOf = (lines: readonly Pick<OwnOrder['lines'][number], 'purpose'>[]) =>
  lines.find(({ purpose }) => purpose !== 'self')?.purpose ?? 'self'

/** What the first line of an order buys; something for others is continued by its order. */
export type PayableItem =
  | { course_id: string; tier: number | null }
  | { plan_id: string }
  | { order_id: string }

/** What a checkout asks for. */
export function requestOf(item: PayableItem) {
  if ('course_id' in item)
    return { course_id: item.course_id, ...(item.tier !== null && { tier: item.tier }) }
  return item
}

/** What can be paid again by its buyer; null for a later payment of a plan, which has its own link. */
export function payableItem(order: Pick<OwnOrder, 'id' | 'lines'> | undefined): PayableItem | null {
  if (!order) return null
  const [line] = order.lines
  if (purposeOf(order.lines) !== 'self') return { order_id: order.id }
  if (line?.kind === 'plan') return line.plan_id === null ? null : { plan_id: line.plan_id }
  return line?.course_id ? { course_id: line.course_id, tier: line.tier } : null
}
