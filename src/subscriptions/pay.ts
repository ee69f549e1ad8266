import { chargeOrder, findOpenTransfers, getOrderState, openOrderTransfer } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { remainingAmount } from './rules/amounts.ts'
import { lockMine } from './change-subscription.ts'
import type * as contract from './contract.ts'
import { openPaymentPage, orderPeriod } from './period-orders.ts'
import { findOpenPeriod, updateSubscription, type PeriodRow, type SubscriptionRow } from './queries.ts'
import { cancelAt } from './rules/dunning.ts'
import { isLive } from './rules/states.ts'

/**
 * Pays what is due, or all remaining instalments: with the saved card, or on the provider's page if there is none, it is
 * declined, or the person chooses the page.
 */
export async function payMySubscription(
  ctx: CtxWithoutTx,
  { id, what, with_card }: Input<typeof contract.payMySubscription>,
): Promise<Reply<typeof contract.payMySubscription>> {
  const { order_id, card_id, title } = await ctx.transact(async (tx) => {
    const due = await prepareOrder(tx, { id, what })
    if (due.isInReview) throw new Refusal('transfer_in_review')
    return due
  })
  if (with_card) {
    const outcome = await chargeOrder(ctx, { order_id, card_id, description: title, replacesTransfer: true })
    if (outcome.kind === 'paid') return { is_paid: true, url: null }
    if (outcome.kind === 'unknown') return { is_paid: false, url: null }
  }
  return { is_paid: false, url: await openPaymentPage(ctx, order_id, title) }
}

/** Opens the transfer of what is due, of the next period, or of all remaining instalments. */
export async function transferMySubscription(
  ctx: CtxWithoutTx,
  requested: Input<typeof contract.transferMySubscription>,
): Promise<Reply<typeof contract.transferMySubscription>> {
  const { order_id, due_at } = await ctx.transact(async (tx) => {
    const due = await prepareOrder(tx, requested)
    if (due.isInReview && !due.isOwnReview) throw new Refusal('transfer_in_review')
    return due
  })
  return { url: await openOrderTransfer(ctx, { order_id, until: cancelAt(due_at) }) }
}

/** The order to pay, and whether staff check a transfer for it, or for another part of the plan. */
async function prepareOrder(ctx: Ctx, { id, what }: { id: string; what: 'due' | 'all' }) {
  const subscription = await lockMine(ctx, id)
  const open = await findOpenPeriod(ctx, id)
  const { next_order_id, payoff_order_id, period_end } = subscription
  const order_ids = [open?.order_id, next_order_id, payoff_order_id].flatMap((order_id) => order_id ?? [])
  const transfers = await findOpenTransfers(ctx, order_ids)
  const inReview = [...transfers].flatMap(([order_id, { state }]) => (state === 'submitted' ? order_id : []))
  const due = what === 'all' ? await preparePayoff(ctx, subscription, open) : prepareDue(subscription, open)
  return {
    ...due,
    due_at: open?.due_at ?? period_end,
    isInReview: inReview.length > 0,
    isOwnReview: inReview.includes(due.order_id),
  }
}

interface Due {
  order_id: string
  card_id: string | null
  title: string
}

/** What is due, or the next period, whose order exists before it begins. */
function prepareDue({ card_id, title, next_order_id }: SubscriptionRow, open: PeriodRow | undefined): Due {
  const order_id = open?.order_id ?? next_order_id
  if (!order_id) throw new Refusal('nothing_to_pay')
  return { order_id, card_id, title }
}

/** The order of all remaining instalments: the one that is open with this sum, or a new one. */
async function preparePayoff(
  ctx: Ctx,
  subscription: SubscriptionRow,
  open: PeriodRow | undefined,
): Promise<Due> {
  const { terms, status, period_no, card_id, title, payoff_order_id } = subscription
  if (terms.kind !== 'instalments' || !isLive(status)) throw new Refusal('nothing_to_pay')
  const total = remainingAmount(terms, open ? open.period_no : period_no + 1)
  if (total === 0) throw new Refusal('nothing_to_pay')
  const order_id =
    (await reusablePayoff(ctx, payoff_order_id, total)) ?? (await newPayoff(ctx, subscription, total))
  return { order_id, card_id, title }
}

async function reusablePayoff(ctx: Ctx, order_id: string | null, total: number) {
  if (!order_id) return undefined
  const order = await getOrderState(ctx, order_id)
  return order.total === total && order.status === 'awaiting_payment' ? order_id : undefined
}

async function newPayoff(ctx: Ctx, subscription: SubscriptionRow, total: number) {
  const { id } = await orderPeriod(ctx, subscription, { price: total, credit_used: 0 })
  await updateSubscription(ctx, subscription.id, { payoff_order_id: id })
  return id
}
