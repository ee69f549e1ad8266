import { chargeOrder, getOrderState } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { remainingAmount } from './rules/amounts.ts'
import { orderPeriod } from './bill.ts'
import { lockMine } from './change-subscription.ts'
import type * as contract from './contract.ts'
import { openPaymentPage } from './payment-page.ts'
import { findOpenPeriod, updateSubscription, type SubscriptionRow } from './queries.ts'
import { isLive } from './rules/states.ts'

/**
 * Pays what is due, or all remaining instalments: with the saved card, or on the provider's page if there is none, it is
 * declined, or the person chooses the page.
 */
export async function payMySubscription(
  ctx: CtxWithoutTx,
  { id, what, with_card }: Input<typeof contract.payMySubscription>,
): Promise<Reply<typeof contract.payMySubscription>> {
  const { order_id, card_id, title } = await ctx.transact((tx) =>
    what === 'all' ? preparePayoff(tx, id) : prepareDue(tx, id),
  )
  if (with_card) {
    const outcome = await chargeOrder(ctx, { order_id, card_id, description: title })
    if (outcome.kind === 'paid') return { is_paid: true, url: null }
    if (outcome.kind === 'unknown') return { is_paid: false, url: null }
  }
  return { is_paid: false, url: await openPaymentPage(ctx, order_id, title) }
}

interface Due {
  order_id: string
  card_id: string | null
  title: string
}

async function prepareDue(ctx: Ctx, id: string): Promise<Due> {
  const subscription = await lockMine(ctx, id)
  const open = await findOpenPeriod(ctx, id)
  if (!open?.order_id) throw new Refusal('nothing_to_pay')
  return { order_id: open.order_id, card_id: subscription.card_id, title: subscription.title }
}

/** The order of all remaining instalments: the one that is open with this sum, or a new one. */
async function preparePayoff(ctx: Ctx, id: string): Promise<Due> {
  const subscription = await lockMine(ctx, id)
  const { terms, status, period_no, card_id, title, payoff_order_id } = subscription
  if (terms.kind !== 'instalments' || !isLive(status)) throw new Refusal('nothing_to_pay')
  const open = await findOpenPeriod(ctx, id)
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
