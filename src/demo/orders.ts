import { couponDiscount } from '#coupons/index.ts'
import type { DemoEnrolment } from './history.ts'
import type { DemoCoupon, DemoSchool } from './types.ts'

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
  coupon: DemoCoupon | null
  /** The buyer's first minute at the payment page. */
  created_at: Date
}

const maxOrders = 30
/** Share of students who paid in another way, such as in cash: staff approved them without an order. */
const paidOtherwise = (position: number) => position % 4 === 3

/** Orders that fit the enrolments in courses with a price, with each state at least once where a student fits. */
export function demoOrders(school: DemoSchool, history: readonly DemoEnrolment[]): DemoOrder[] {
  const priced = history.filter(({ course }) => course.price > 0)
  const of = (status: DemoEnrolment['status']) => priced.filter((one) => one.status === status)
  const states = (attendances: DemoEnrolment[], first: DemoOrderState[]) =>
    attendances.map((attendance, index) => order(attendance, first[index] ?? first.at(-1)!))
  const approved = of('approved').filter((_one, position) => !paidOtherwise(position))
  const paid: DemoOrderState[] = ['paid', 'paid', 'paid_at_second_try', 'partially_refunded', 'paid']
  return withCoupons(school, [
    ...states(approved.slice(0, maxOrders), paid),
    ...states(of('unapproved').slice(0, 1), ['declined']),
    ...states([...of('removed'), ...of('expired')].slice(-2), ['refunded']),
    ...states(of('pending').slice(0, 3), ['awaiting_payment', 'awaiting_payment', 'canceled']),
  ])
}

const order = (attendance: DemoEnrolment, state: DemoOrderState): DemoOrder => ({
  attendance,
  state,
  coupon: null,
  created_at: attendance.created_at,
})

/** Whether the buyer's money arrived. */
export const isPaidOrder = ({ state }: DemoOrder) => state !== 'awaiting_payment' && state !== 'canceled'

/** Lets paid orders of different students use the coupons of the school, as many times as each coupon says. */
function withCoupons(school: DemoSchool, orders: DemoOrder[]): DemoOrder[] {
  const uses = school.coupons.flatMap((coupon) => Array.from({ length: coupon.uses ?? 0 }, () => coupon))
  const buyers = new Set<string>()
  return orders.map((one) => {
    const { login } = one.attendance.student
    if (one.state !== 'paid' || buyers.has(login)) return one
    buyers.add(login)
    return { ...one, coupon: uses.shift() ?? null }
  })
}

/** Amounts of an order: the price, the coupon's discount, what is left to pay, and what staff gave back of it. */
export function orderAmounts(school: DemoSchool, { attendance, coupon, state }: DemoOrder) {
  const gross = attendance.course.price
  const value = { percent_off: null, amount_off: null, ...coupon }
  const discount = coupon ? couponDiscount(value, gross, school.currency_code) : 0
  const net = gross - discount
  const parts: Partial<Record<DemoOrderState, number>> = {
    refunded: net,
    partially_refunded: Math.floor(net / 5),
  }
  return { gross, discount, net, refunded: parts[state] ?? 0 }
}
