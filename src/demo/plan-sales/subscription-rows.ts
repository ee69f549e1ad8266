import type { InsertObject } from 'kysely'
import { addMonths } from '#lib/dates/add-months.ts'
import type { DB } from '#platform/database/database-types.ts'
import { demoId } from '../ids.ts'
import { isByTransfer, saleId, type DemoPlanOrder } from './plan-orders.ts'
import type { DemoSchool } from '../types.ts'
import { personId } from '../rows/people-rows.ts'
import { planId } from '../rows/plan-rows.ts'

const dayMs = 86_400_000
/** Access continues for a week after the end of what is paid. */
const graceMs = 7 * dayMs

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

const days = (date: Date, count: number) => new Date(date.getTime() + count * dayMs)

const trialDays = ({ terms }: DemoPlanOrder) => (terms.kind === 'subscription' ? terms.trial_days : 0)

function statusOf({ sale, terms }: DemoPlanOrder, paid: number) {
  if (sale.outcome === 'trial') return 'trialing'
  if (sale.outcome === 'missed_payment') return 'past_due'
  if (sale.outcome === 'canceled') return 'canceled'
  return terms.kind === 'instalments' && terms.amounts.length === paid ? 'completed' : 'active'
}

/** The instalments or subscription that began with an order, given all orders of this sale. */
export function subscriptionRows(facts: Facts, orders: readonly DemoPlanOrder[]) {
  const first = orders[0]!
  const { school, school_id, now } = facts
  const { terms, created_at: start, plan, buyer } = first
  const paid = orders.filter(({ isPaid }) => isPaid).length
  const trial = trialDays(first)
  const status = statusOf(first, paid)
  const isOver = status === 'completed' || status === 'canceled'
  const period_no = trial > 0 ? 0 : orders.length
  const period_start = trial > 0 ? start : addMonths(start, period_no - 1)
  const period_end = trial > 0 ? days(start, trial) : addMonths(start, period_no)
  const id = saleId(school, 'subscription', first)
  const pays_by = isByTransfer(first) ? 'bank_transfer' : 'card'
  // The order of the next transfer is sent a week before.
  const next = status === 'past_due' ? days(now, 1) : days(period_end, isByTransfer(first) ? -7 : 0)
  const subscription: InsertObject<DB, 'subscriptions'> = {
    school_id,
    id,
    user_id: personId(school, buyer.login),
    plan_id: planId(school, plan.slug),
    line_id: saleId(school, 'order line', first),
    title: plan.name,
    kind: terms.kind,
    status,
    pays_by,
    currency: school.currency_code,
    terms: JSON.stringify(terms),
    anchor_at: trial > 0 ? period_end : start,
    period_no,
    period_start,
    period_end,
    next_action_at: isOver ? null : next,
    ended_at: isOver ? (status === 'canceled' ? period_end : start) : null,
    created_at: start,
    updated_at: start,
  }
  const periods = trial > 0 ? [] : orders.map((order) => periodRow(facts, order, id))
  return { subscription, periods }
}

function periodRow({ school, school_id, now }: Facts, order: DemoPlanOrder, subscription_id: string) {
  const { isPaid, payment_no, created_at, total } = order
  return {
    school_id,
    subscription_id,
    period_no: payment_no,
    amount: total,
    starts_at: created_at,
    ends_at: addMonths(created_at, 1),
    due_at: created_at,
    order_id: saleId(school, 'order', order),
    ...(isPaid
      ? { status: 'paid', paid_at: created_at }
      : { status: 'open', tries: 2, next_try_at: days(now, 1), last_decline: 'insufficient_funds' }),
  }
}

/** What a sale opened, for people who are in its courses; `isMember` says who is. */
export function planEntitlements(
  { school, school_id }: Facts,
  orders: readonly DemoPlanOrder[],
  isMember: (login: string, slug: string) => boolean,
) {
  const first = orders[0]!
  const { sale, plan, buyer, terms } = first
  const last = orders.findLast(({ isPaid }) => isPaid)
  if (!last) return []
  const endOfPaid =
    trialDays(first) > 0 ? days(first.created_at, trialDays(first)) : addMonths(last.created_at, 1)
  const isEndless =
    terms.kind === 'one_time' || (terms.kind === 'instalments' && last.payment_no === terms.amounts.length)
  const isRefunded = sale.outcome === 'refunded'
  return plan.courses
    .filter((slug) => isMember(buyer.login, slug))
    .map((slug) => ({
      school_id,
      id: demoId(school.school_url, 'plan entitlement', sale.plan, buyer.login, slug),
      user_id: personId(school, buyer.login),
      course_id: demoCourse(terms.course_ids, plan.courses.indexOf(slug)),
      line_id: saleId(school, 'order line', first),
      starts_at: first.created_at,
      ends_at: isEndless ? null : new Date(endOfPaid.getTime() + graceMs),
      revoked_at: isRefunded ? days(first.created_at, 5) : null,
      reason: isRefunded ? 'refunded' : trialDays(first) > 0 ? 'trial' : 'paid',
      created_at: first.created_at,
    }))
}

const demoCourse = (ids: readonly string[], index: number) => ids[index]!
