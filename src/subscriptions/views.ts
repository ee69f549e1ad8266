import type { OpenTransfer } from '#payments/index.ts'
import { reviewEnd } from './rules/transfers.ts'
import type { ChangeRow } from './plan-changes/queries.ts'
import { amountOfPeriod, chargeAfterCredit, lastPeriodNo, remainingAmount } from './rules/amounts.ts'
import type { PeriodRow, SubscriptionRow } from './queries.ts'
import { accessEnd, isLive } from './rules/states.ts'

interface PersonCard {
  id: string
  user_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  is_default: boolean
}

/** The card that a subscription charges: its own, else the person's default. */
export function cardOf(
  { user_id, card_id }: Pick<SubscriptionRow, 'user_id' | 'card_id'>,
  cards: readonly PersonCard[],
): PersonCard | null {
  const own = cards.filter((card) => card.user_id === user_id)
  return own.find(({ id }) => id === card_id) ?? own.find(({ is_default }) => is_default) ?? null
}

interface ViewDetails {
  periods: readonly PeriodRow[]
  /** Of the orders of open and next periods, by id. */
  totals: ReadonlyMap<string, number>
  /** The change at the end of the period. */
  scheduled: ChangeRow | undefined
  /** Transfers through which the orders of the subscription may be paid, by order. */
  transfers: ReadonlyMap<string, OpenTransfer>
  /** Adds the tax of the person to a price. */
  withTax: (price: number) => number
}

/** A subscription as people see it, with what follows. */
export function subscriptionView(
  subscription: SubscriptionRow,
  { periods, totals, transfers, scheduled, withTax }: ViewDetails,
) {
  const { terms, period_no, period_end, credit, cancel_at_period_end } = subscription
  const open = periods.find(({ status }) => status === 'open')
  const transfer = transferOf(subscription, { open, transfers })
  const next_no = open ? open.period_no : period_no + 1
  const { id, plan_id, title, kind, status, currency, created_at, pays_by } = subscription
  return {
    id,
    plan_id,
    title,
    kind,
    status,
    currency,
    created_at,
    cancel_at_period_end,
    credit,
    interval: terms.interval,
    pays_by,
    transfer,
    is_payable: isLive(status) && (open?.order_id ?? subscription.next_order_id) !== null,
    ...nextCharge(scheduled ? { ...subscription, terms: scheduled.terms } : subscription, {
      open,
      totals,
      withTax,
    }),
    scheduled_change: scheduled
      ? { plan_id: scheduled.plan_id, title: scheduled.title, at: period_end }
      : null,
    is_due: open !== undefined && isLive(status),
    paid_count: periods.filter((period) => period.status === 'paid').length,
    total_count: lastPeriodNo(terms),
    remaining_amount: isLive(status) ? withTax(remainingAmount(terms, next_no)) : 0,
    access_ends_at: accessEndOf(subscription, { open, isInReview: transfer?.state === 'submitted' }),
  }
}

function accessEndOf(
  { status, ended_at, cancel_at_period_end, period_end }: SubscriptionRow,
  { open, isInReview }: { open: PeriodRow | undefined; isInReview: boolean },
): Date | null {
  if (ended_at && status === 'canceled') return ended_at
  if (isInReview && status !== 'unpaid') return reviewEnd(open?.due_at ?? period_end)
  return accessEnd({ status, cancel_at_period_end, paid_until: open ? open.starts_at : period_end })
}

/** The transfer that the person may continue: one that staff check first. */
function transferOf(
  { status, next_order_id, payoff_order_id }: SubscriptionRow,
  { open, transfers }: { open: PeriodRow | undefined } & Pick<ViewDetails, 'transfers'>,
) {
  if (!isLive(status)) return null
  const found = [open?.order_id, next_order_id, payoff_order_id].flatMap((order_id) => {
    const transfer = order_id && transfers.get(order_id)
    return transfer ? { order_id, state: transfer.state } : []
  })
  return found.find(({ state }) => state === 'submitted') ?? found[0] ?? null
}

function nextCharge(
  subscription: SubscriptionRow,
  { open, totals, withTax }: { open: PeriodRow | undefined } & Pick<ViewDetails, 'totals' | 'withTax'>,
) {
  const { status, terms, period_no, period_end, credit, cancel_at_period_end, currency } = subscription
  const last_no = lastPeriodNo(terms)
  if (!isLive(status)) return { next_amount: null, next_at: null }
  if (open) return { next_amount: totals.get(open.order_id ?? '') ?? open.amount, next_at: open.due_at }
  if (status === 'paused' || cancel_at_period_end || (last_no !== null && period_no >= last_no))
    return { next_amount: null, next_at: null }
  const { next_order_id } = subscription
  const ordered = next_order_id ? totals.get(next_order_id) : undefined
  if (ordered !== undefined) return { next_amount: ordered, next_at: period_end }
  const { charge } = chargeAfterCredit(amountOfPeriod(terms, period_no + 1), credit, currency)
  return { next_amount: withTax(charge), next_at: period_end }
}
