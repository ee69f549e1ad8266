import type { DemoEnrolment } from './history.ts'

/** What became of an order of a demo school. */
export type DemoOrderState =
  | 'paid'
  /** The first card was declined. */
  | 'paid_at_second_try'
  | 'partially_refunded'
  | 'refunded'
  /** Staff declined the student, who has paid. */
  | 'declined'
  | 'awaiting_payment'
  | 'canceled'

export interface DemoOrder {
  attendance: DemoEnrolment
  state: DemoOrderState
  /** The buyer's first minute at the payment page. */
  created_at: Date
}

const maxOrders = 30
/** Share of students who paid in another way, such as in cash: staff approved them without an order. */
const paidOtherwise = (position: number) => position % 4 === 3

/** Orders that fit the enrolments in courses with a price, with each state at least once where a student fits. */
export function demoOrders(history: readonly DemoEnrolment[]): DemoOrder[] {
  const priced = history.filter(({ course }) => course.price > 0)
  const of = (status: DemoEnrolment['status']) => priced.filter((one) => one.status === status)
  const states = (attendances: DemoEnrolment[], first: DemoOrderState[]) =>
    attendances.map((attendance, index) => order(attendance, first[index] ?? first.at(-1)!))
  const approved = of('approved').filter((_one, position) => !paidOtherwise(position))
  const paid: DemoOrderState[] = ['paid', 'paid', 'paid_at_second_try', 'partially_refunded', 'paid']
  return [
    ...states(approved.slice(0, maxOrders), paid),
    ...states(of('unapproved').slice(0, 1), ['declined']),
    ...states([...of('removed'), ...of('expired')].slice(-2), ['refunded']),
    ...states(of('pending').slice(0, 3), ['awaiting_payment', 'awaiting_payment', 'canceled']),
  ]
}

const order = (attendance: DemoEnrolment, state: DemoOrderState): DemoOrder => ({
  attendance,
  state,
  created_at: attendance.created_at,
})

/** Whether the buyer's money arrived. */
export const isPaidOrder = ({ state }: DemoOrder) => state !== 'awaiting_payment' && state !== 'canceled'

/** What staff gave back of a price. */
export function refundedAmount({ state }: DemoOrder, price: number): number {
  if (state === 'refunded') return price
  return state === 'partially_refunded' ? Math.floor(price / 5) : 0
}
