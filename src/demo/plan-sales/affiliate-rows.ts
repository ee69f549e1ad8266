import { affiliatePayoutJournal } from '#payments/index.ts'
import { demoId } from '../ids.ts'
import type { DemoPlanOrder } from './plan-orders.ts'
import { hasPayment, saleId } from './plan-orders.ts'
import type { DemoSchool, DemoShop } from '../types.ts'
import { personId } from '../rows/people-rows.ts'

const dayMs = 86_400_000
const holdMs = 30 * dayMs
/** The school paid what was payable then. */
const payoutAgeMs = 28 * dayMs

export const affiliateId = ({ school_url }: DemoSchool) => demoId(school_url, 'affiliate')
const payoutId = ({ school_url }: DemoSchool) => demoId(school_url, 'affiliate payout')

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

/** The affiliate of a school, with clicks over the days of the sales. */
export function affiliateRow({ school, school_id, now }: Facts, { affiliate }: DemoShop) {
  const { login, code, days_ago } = affiliate
  const created_at = new Date(now.getTime() - days_ago * dayMs)
  const user_id = personId(school, login)
  return { school_id, id: affiliateId(school), user_id, code, created_at, updated_at: created_at }
}

/** Clicks on every third day. */
export function clickRows({ school, school_id, now }: Facts, { affiliate: { days_ago, clicks } }: DemoShop) {
  const count = Math.floor(days_ago / 3)
  return Array.from({ length: count }, (_none, index) => ({
    school_id,
    affiliate_id: affiliateId(school),
    day: new Date(now.getTime() - index * 3 * dayMs).toISOString().slice(0, 10),
    clicks: Math.floor(clicks / count) + (index < clicks % count ? 1 : 0),
  }))
}

interface Happened {
  paid_at: Date
  /** When the commission was taken back; null if it was not. */
  refunded_at: Date | null
  /** When a dispute froze the commission. */
  disputed_at: Date | null
}

/** Commissions of the paid orders that the affiliate brought, with what refunds took back. */
export function commissionRows(
  { school, school_id, now }: Facts,
  orders: readonly DemoPlanOrder[],
  happened: (order: DemoPlanOrder) => Happened,
) {
  const paidOut = now.getTime() - payoutAgeMs
  return orders
    .filter((order) => hasPayment(order) && order.commission > 0)
    .flatMap((order) => {
      const { paid_at, refunded_at, disputed_at } = happened(order)
      const payable_at = new Date(paid_at.getTime() + holdMs)
      const line_id = saleId(school, 'order line', order)
      const row = {
        school_id,
        affiliate_id: affiliateId(school),
        order_id: saleId(school, 'order', order),
        line_id,
        title: order.plan.name,
        currency: school.currency_code,
        payable_at,
        frozen_at: disputed_at,
        payout_id: payable_at.getTime() <= paidOut ? payoutId(school) : null,
      }
      const earned = {
        ...row,
        id: saleId(school, 'commission', order),
        kind: 'commission',
        source: line_id,
        amount: order.commission,
        created_at: paid_at,
      }
      if (!refunded_at) return [earned]
      const id = saleId(school, 'clawback', order)
      const source = saleId(school, 'refund', order)
      return [
        earned,
        { ...row, id, kind: 'clawback', source, amount: -order.commission, created_at: refunded_at },
      ]
    })
}

/** The payout of everything that was payable then, with its journal; null without any. */
export function payoutRows(
  { school, school_id, now }: Facts,
  commissions: readonly { payout_id: string | null; amount: number }[],
) {
  const amount = commissions.reduce((sum, row) => sum + (row.payout_id === null ? 0 : row.amount), 0)
  if (amount <= 0) return null
  const at = new Date(now.getTime() - payoutAgeMs)
  const id = payoutId(school)
  const currency = school.currency_code
  const { kind, postings } = affiliatePayoutJournal(amount)
  return {
    payout: {
      school_id,
      id,
      affiliate_id: affiliateId(school),
      currency,
      amount,
      reference: 'HB-204417',
      paid_by: personId(school, school.owner.login),
      paid_at: at,
    },
    journal: {
      school_id,
      id: demoId(school.school_url, 'affiliate payout journal'),
      source_type: 'affiliate_payout',
      source_id: id,
      provider: null,
      kind,
      currency,
      accounts: postings.map(({ account }) => account),
      amounts: postings.map((posting) => posting.amount),
      posted_at: at,
    },
  }
}
