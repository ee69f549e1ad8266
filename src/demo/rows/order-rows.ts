import type { InsertObject } from 'kysely'
import {
  paymentJournals,
  paymentReference,
  revenueFigures,
  saleRefundPostings,
  type Journal,
} from '#payments/index.ts'
import type { DB } from '#platform/database/database-types.ts'
import { couponId } from './coupon-rows.ts'
import { courseId } from './course-rows.ts'
import { demoId } from '../ids.ts'
import { isPaidOrder, orderAmounts, type DemoOrder } from '../orders.ts'
import type { SandboxIds } from '../pay-at-sandbox.ts'
import { personId } from './people-rows.ts'
import type { DemoSchool } from '../types.ts'

export interface Facts {
  school: DemoSchool
  school_id: string
  provider: 'stripe' | 'paystack' | 'flutterwave'
  sandbox: ReadonlyMap<string, SandboxIds>
}

const minutes = (date: Date, count: number) => new Date(date.getTime() + count * 60_000)

const idOf = (school: DemoSchool, kind: string, { attendance }: DemoOrder) =>
  demoId(school.school_url, kind, attendance.course.slug, attendance.student.login)

/** Our reference of the order's last attempt. */
export const orderReference = (school: DemoSchool, order: DemoOrder) =>
  paymentReference(demoId(school.school_url), idOf(school, 'attempt', order))

/** The provider's fee: 1.4 %. */
const feeOf = (price: number) => Math.round(price * 0.014)

const statuses = {
  paid: 'paid',
  paid_at_second_try: 'paid',
  declined: 'paid',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
  awaiting_payment: 'awaiting_payment',
  canceled: 'canceled',
} as const

interface MoneyRows {
  payment: InsertObject<DB, 'payments'>
  entitlement: InsertObject<DB, 'entitlements'>
  journals: InsertObject<DB, 'ledger_journals'>[]
  revenue: InsertObject<DB, 'ledger_revenue'>[]
  refund: InsertObject<DB, 'refunds'>
  refundLine: InsertObject<DB, 'refund_lines'>
}

export interface DemoOrderRows extends Partial<MoneyRows> {
  order: InsertObject<DB, 'orders'>
  line: InsertObject<DB, 'order_lines'>
  redemption: InsertObject<DB, 'coupon_redemptions'> | undefined
  attempts: InsertObject<DB, 'payment_attempts'>[]
}

/** Rows of one order with everything that followed. */
export function orderRows(facts: Facts, order: DemoOrder): DemoOrderRows {
  const { school, school_id } = facts
  const { attendance, state, created_at } = order
  const isPaid = isPaidOrder(order)
  const { net, refunded } = orderAmounts(school, order)
  const ids = { school_id, id: idOf(school, 'order', order) }
  const paid_at = isPaid ? minutes(created_at, state === 'paid_at_second_try' ? 9 : 3) : null
  const row: InsertObject<DB, 'orders'> = {
    ...ids,
    buyer_id: personId(school, attendance.student.login),
    currency: school.currency_code,
    total: net,
    status: statuses[state],
    paid_amount: isPaid ? net : 0,
    refunded_amount: refunded,
    refund_reserved: refunded,
    attention: state === 'declined' ? ['student_declined'] : [],
    paid_at,
    created_at,
    updated_at: paid_at ?? created_at,
  }
  return {
    order: row,
    line: lineRow(facts, order),
    redemption: redemptionRow(facts, order),
    attempts: attemptRows(facts, order),
    ...(paid_at && moneyRows(facts, order, paid_at)),
  }
}

function lineRow({ school, school_id }: Facts, order: DemoOrder) {
  const { course } = order.attendance
  const { gross, discount, net, refunded } = orderAmounts(school, order)
  return {
    school_id,
    id: idOf(school, 'order line', order),
    order_id: idOf(school, 'order', order),
    position: 0,
    course_id: courseId(school, course.slug),
    title: course.course_name,
    gross,
    discount,
    net,
    refunded_amount: refunded,
    refund_reserved: refunded,
  }
}

/** The use of a coupon by an order. */
function redemptionRow({ school, school_id }: Facts, order: DemoOrder) {
  const { attendance, coupon, created_at } = order
  if (!coupon) return undefined
  return {
    school_id,
    order_id: idOf(school, 'order', order),
    coupon_id: couponId(school, coupon),
    course_id: courseId(school, attendance.course.slug),
    user_id: personId(school, attendance.student.login),
    slot: 1,
    discount: orderAmounts(school, order).discount,
    state: 'used',
    created_at,
    updated_at: created_at,
  }
}

function attemptRows({ school, school_id, provider }: Facts, order: DemoOrder) {
  const { state, created_at } = order
  const attempt = (number: number, kind: string, at: Date) => ({
    school_id,
    id: idOf(school, kind, order),
    order_id: idOf(school, 'order', order),
    number,
    provider,
    mode: 'test',
    reference: paymentReference(school_id, idOf(school, kind, order)),
    amount: orderAmounts(school, order).net,
    currency: school.currency_code,
    expires_at: minutes(at, 60),
    created_at: at,
    updated_at: minutes(at, 3),
  })
  const isRetried = state === 'paid_at_second_try'
  const first = isRetried
    ? [{ ...attempt(1, 'first attempt', created_at), state: 'failed', failure_code: 'insufficient_funds' }]
    : []
  const last = attempt(isRetried ? 2 : 1, 'attempt', isRetried ? minutes(created_at, 6) : created_at)
  return [...first, { ...last, state: isPaidOrder(order) ? 'succeeded' : 'expired', failure_code: null }]
}

/** Payment, refund, entitlement and journals of a paid order. */
function moneyRows(facts: Facts, order: DemoOrder, paid_at: Date): Partial<MoneyRows> {
  const { net, refunded } = orderAmounts(facts.school, order)
  const received = paymentJournals(
    { amount: net, fee: feeOf(net), applied: net },
    { total: net, platform_share: 0, deposited: 0 },
  ).map((journal): PostedJournal => ({ journal, source_type: 'payment', posted_at: paid_at }))
  const entitlement = entitlementRow(facts, order, paid_at)
  const payment = paymentRow(facts, order, paid_at)
  if (refunded === 0) return { payment, entitlement, ...bookRows(facts, order, received) }
  const { posted, ...refund } = refundRows(facts, order, paid_at)
  return { payment, entitlement, ...refund, ...bookRows(facts, order, [...received, posted]) }
}

function paymentRow({ school, school_id, provider, sandbox }: Facts, order: DemoOrder, paid_at: Date) {
  const { net, refunded } = orderAmounts(school, order)
  const id = idOf(school, 'payment', order)
  return {
    school_id,
    id,
    order_id: idOf(school, 'order', order),
    attempt_id: idOf(school, 'attempt', order),
    provider,
    transaction_id: sandbox.get(orderReference(school, order))?.transaction_id ?? `demo-${id}`,
    mode: 'test',
    method: 'card',
    amount: net,
    currency: school.currency_code,
    fee: feeOf(net),
    applied_amount: net,
    refund_reserved: refunded,
    paid_at,
    created_at: paid_at,
  }
}

const refundedAt = ({ attendance }: DemoOrder, paid_at: Date) =>
  attendance.ended_at ?? minutes(paid_at, 2 * 1_440)

function entitlementRow({ school, school_id }: Facts, order: DemoOrder, paid_at: Date) {
  const { course, student } = order.attendance
  const isRefunded = order.state === 'refunded'
  return {
    school_id,
    id: idOf(school, 'entitlement', order),
    user_id: personId(school, student.login),
    course_id: courseId(school, course.slug),
    line_id: idOf(school, 'order line', order),
    starts_at: paid_at,
    revoked_at: isRefunded ? refundedAt(order, paid_at) : null,
    reason: isRefunded ? 'refunded' : 'paid',
    created_at: paid_at,
  }
}

function refundRows(facts: Facts, order: DemoOrder, paid_at: Date) {
  const { school, school_id, provider, sandbox } = facts
  const currency = school.currency_code
  const { net, refunded: amount } = orderAmounts(school, order)
  const at = refundedAt(order, paid_at)
  const id = idOf(school, 'refund', order)
  const refund = {
    school_id,
    id,
    order_id: idOf(school, 'order', order),
    payment_id: idOf(school, 'payment', order),
    provider,
    provider_refund_id: sandbox.get(orderReference(school, order))?.provider_refund_id ?? `demo-${id}`,
    amount,
    currency,
    kind: 'order',
    state: 'succeeded',
    sent_at: at,
    created_at: at,
    updated_at: at,
  }
  const sale = { total: net, platform_share: 0, currency }
  const postings = saleRefundPostings({ ...sale, amount, refundedBefore: 0 })
  const journal = { kind: 'refund_0', postings }
  return {
    refund,
    refundLine: { school_id, refund_id: id, line_id: idOf(school, 'order line', order), amount },
    posted: { journal, source_type: 'refund', posted_at: at } satisfies PostedJournal,
  }
}

interface PostedJournal {
  journal: Journal
  source_type: 'payment' | 'refund'
  posted_at: Date
}

/** Journals of an order with what they mean for the sales of its course. */
function bookRows(facts: Facts, order: DemoOrder, posted: PostedJournal[]) {
  const { school, school_id } = facts
  const revenue = posted.flatMap(({ journal, posted_at }) => {
    const figures = revenueFigures(journal)
    if (!figures) return []
    const journal_id = idOf(school, `journal ${journal.kind}`, order)
    const line_id = idOf(school, 'order line', order)
    const course_id = courseId(school, order.attendance.course.slug)
    return [
      { school_id, journal_id, line_id, course_id, currency: school.currency_code, ...figures, posted_at },
    ]
  })
  return { journals: posted.map((one) => journalRow(facts, order, one)), revenue }
}

const journalRow = (
  { school, school_id, provider }: Facts,
  order: DemoOrder,
  { journal: { kind, postings }, source_type, posted_at }: PostedJournal,
) => ({
  school_id,
  id: idOf(school, `journal ${kind}`, order),
  source_type,
  source_id: idOf(school, source_type, order),
  provider,
  kind,
  currency: school.currency_code,
  accounts: postings.map(({ account }) => account),
  amounts: postings.map(({ amount }) => amount),
  posted_at,
})
