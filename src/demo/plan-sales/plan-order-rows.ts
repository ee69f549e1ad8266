import { paymentJournals, revenueFigures, saleRefundPostings, type Journal } from '#payments/index.ts'
import {
  hasPayment,
  isByTransfer,
  saleId,
  saleReference,
  taxTerms,
  type DemoPlanOrder,
} from './plan-orders.ts'
import { affiliateId } from './affiliate-rows.ts'
import type { DemoOrderRows, Facts } from '../rows/order-rows.ts'
import { personId } from '../rows/people-rows.ts'
import { planId } from '../rows/plan-rows.ts'

const later = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000)
const dayMinutes = 1_440

/** When the money arrived. */
export const paidAt = ({ created_at }: DemoPlanOrder) => later(created_at, 4)
export const refundedAt = (order: DemoPlanOrder) => later(paidAt(order), 5 * dayMinutes)
export const disputedAt = (order: DemoPlanOrder) => later(paidAt(order), 18 * dayMinutes)

/** The provider's fee: 1.4 %. A transfer costs nothing. */
const feeOf = (order: DemoPlanOrder) => (isByTransfer(order) ? 0 : Math.round(order.total * 0.014))
const is = ({ sale }: DemoPlanOrder, outcome: string) => sale.outcome === outcome

/** Rows of an order of a plan with its payment and what followed. */
export function planOrderRows(facts: Facts, order: DemoPlanOrder): DemoOrderRows {
  const rows = {
    order: orderRow(facts, order),
    line: lineRow(facts, order),
    redemption: undefined,
    attempts: order.total === 0 ? [] : [attemptRow(facts, order)],
  }
  if (!hasPayment(order)) return rows
  const books = journalsOf(order).map((one) => bookRow(facts, order, one))
  return {
    ...rows,
    payment: paymentRow(facts, order),
    ...(is(order, 'refunded') && refundRows(facts, order)),
    journals: books.map(({ journal }) => journal),
    revenue: books.flatMap(({ revenue }) => revenue),
  }
}

const ids = ({ school, school_id }: Facts, kind: string, order: DemoPlanOrder) => ({
  school_id,
  id: saleId(school, kind, order),
})

const reserved = (order: DemoPlanOrder) => (is(order, 'refunded') || is(order, 'disputed') ? order.total : 0)

function statusOf(order: DemoPlanOrder) {
  if (!order.isPaid) return 'awaiting_payment'
  return is(order, 'refunded') ? 'refunded' : 'paid'
}

function orderRow(facts: Facts, order: DemoPlanOrder) {
  const { school } = facts
  const { total, isPaid, created_at } = order
  const attention = { disputed: ['dispute_open'], transfer_submitted: ['transfer_submitted'] }
  return {
    ...ids(facts, 'order', order),
    buyer_id: personId(school, order.buyer.login),
    currency: school.currency_code,
    total,
    status: statusOf(order),
    paid_amount: isPaid ? total : 0,
    refunded_amount: is(order, 'refunded') ? total : 0,
    refund_reserved: reserved(order),
    attention: attention[order.sale.outcome as keyof typeof attention] ?? [],
    tax_terms: JSON.stringify(taxTerms(school.shop!)),
    paid_at: isPaid ? paidAt(order) : null,
    created_at,
    updated_at: isPaid ? paidAt(order) : created_at,
  }
}

function lineRow(facts: Facts, order: DemoPlanOrder) {
  const { school } = facts
  const { plan, payment_no, terms, gross, discount, total, included_tax } = order
  const isFirst = payment_no === 1
  return {
    ...ids(facts, 'order line', order),
    order_id: saleId(school, 'order', order),
    position: 0,
    kind: isFirst ? 'plan' : 'plan_period',
    plan_id: planId(school, plan.slug),
    ...(isFirst
      ? { plan_terms: JSON.stringify(terms) }
      : { plan_line_id: saleId(school, 'order line', { ...order, payment_no: 1 }) }),
    title: plan.name,
    gross,
    discount,
    net: total,
    included_tax,
    refunded_amount: is(order, 'refunded') ? total : 0,
    refund_reserved: reserved(order),
    ...(order.sale.is_referred && {
      affiliate_id: affiliateId(school),
      affiliate_amount: order.commission,
      affiliate_basis_points: (plan.default_affiliate_commission ?? 0) * 100,
      affiliate_renewal_months: 0,
    }),
  }
}

function attemptState(order: DemoPlanOrder) {
  if (order.isPaid) return { state: 'succeeded', failure_code: null }
  if (order.payment_no > 1) return { state: 'failed', failure_code: 'insufficient_funds' }
  return { state: isByTransfer(order) ? 'pending' : 'expired', failure_code: null }
}

function attemptRow(facts: Facts, order: DemoPlanOrder) {
  const { school, provider } = facts
  const { created_at, total } = order
  return {
    ...ids(facts, 'attempt', order),
    order_id: saleId(school, 'order', order),
    number: 1,
    provider: isByTransfer(order) ? 'bank_transfer' : provider,
    mode: isByTransfer(order) ? 'live' : 'test',
    reference: saleReference(school, order),
    amount: total,
    currency: school.currency_code,
    ...attemptState(order),
    expires_at: later(created_at, isByTransfer(order) ? 7 * dayMinutes : 60),
    created_at,
    updated_at: later(created_at, 4),
  }
}

function paymentRow(facts: Facts, order: DemoPlanOrder) {
  const { school, provider, sandbox } = facts
  const { id, school_id } = ids(facts, 'payment', order)
  const at = paidAt(order)
  return {
    school_id,
    id,
    order_id: saleId(school, 'order', order),
    attempt_id: saleId(school, 'attempt', order),
    ...(isByTransfer(order)
      ? { provider: 'bank_transfer', mode: 'live', method: 'bank_transfer' }
      : { provider, mode: 'test', method: 'card' }),
    transaction_id: sandbox.get(saleReference(school, order))?.transaction_id ?? `demo-${id}`,
    amount: order.total,
    currency: school.currency_code,
    fee: feeOf(order),
    applied_amount: order.total,
    refund_reserved: reserved(order),
    paid_at: at,
    created_at: at,
  }
}

function refundRows(facts: Facts, order: DemoPlanOrder) {
  const { school, provider, sandbox } = facts
  const { school_id, id } = ids(facts, 'refund', order)
  const at = refundedAt(order)
  const refund = {
    school_id,
    id,
    order_id: saleId(school, 'order', order),
    payment_id: saleId(school, 'payment', order),
    provider,
    provider_refund_id: sandbox.get(saleReference(school, order))?.provider_refund_id ?? `demo-${id}`,
    amount: order.total,
    currency: school.currency_code,
    kind: 'order',
    state: 'succeeded',
    sent_at: at,
    created_at: at,
    updated_at: at,
  }
  const line_id = saleId(school, 'order line', order)
  return { refund, refundLine: { school_id, refund_id: id, line_id, amount: order.total } }
}

interface Book {
  journal: Journal
  source: 'payment' | 'refund' | 'dispute'
  at: Date
}

/** Journals of the payment, and of the refund or dispute that followed. */
function journalsOf(order: DemoPlanOrder): Book[] {
  const { total, included_tax: tax, commission } = order
  const sale = { total, platform_share: 0, tax }
  const received = paymentJournals(
    { amount: total, fee: feeOf(order), applied: total },
    { ...sale, affiliate_share: commission, deposited: 0 },
  ).map((journal): Book => ({ journal, source: 'payment', at: paidAt(order) }))
  const back = { ...sale, currency: order.terms.currency, amount: total, refundedBefore: 0 }
  if (is(order, 'refunded')) {
    const postings = saleRefundPostings({ ...back, affiliate_amount: commission })
    return [...received, { journal: { kind: 'refund_0', postings }, source: 'refund', at: refundedAt(order) }]
  }
  if (!is(order, 'disputed')) return received
  // The school bears the whole until the dispute is decided.
  const held = saleRefundPostings(back).filter(({ account }) => account !== 'provider_clearing')
  const postings = [...held, { account: 'dispute_hold' as const, amount: -total }]
  return [
    ...received,
    { journal: { kind: 'dispute_opened', postings }, source: 'dispute', at: disputedAt(order) },
  ]
}

/** A journal with what it means for the sales of the plan. */
function bookRow(
  { school, school_id, provider }: Facts,
  order: DemoPlanOrder,
  { journal, source, at }: Book,
) {
  const { kind, postings } = journal
  const currency = school.currency_code
  const id = saleId(school, `journal ${kind}`, order)
  const figures = revenueFigures(journal)
  const sold = { line_id: saleId(school, 'order line', order), plan_id: planId(school, order.plan.slug) }
  return {
    journal: {
      school_id,
      id,
      source_type: source,
      source_id: saleId(school, source, order),
      provider: isByTransfer(order) ? 'bank_transfer' : provider,
      kind,
      currency,
      accounts: postings.map(({ account }) => account),
      amounts: postings.map(({ amount }) => amount),
      posted_at: at,
    },
    revenue: figures ? [{ school_id, journal_id: id, ...sold, currency, ...figures, posted_at: at }] : [],
  }
}
