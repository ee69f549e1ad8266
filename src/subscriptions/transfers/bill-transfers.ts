import {
  beginOrderTransfer,
  findOpenTransfers,
  getOrderState,
  planTransferAccounts,
} from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mailTransferDue } from './mail-transfers.ts'
import { orderPeriod } from '../period-orders.ts'
import { updatePeriod, updateSubscription, type PeriodRow, type SubscriptionRow } from '../queries.ts'
import { amountOfPeriod, chargeAfterCredit } from '../rules/amounts.ts'
import { cancelAt, nextChargeAt } from '../rules/dunning.ts'
import { orderAt, remindsAgain } from '../rules/transfers.ts'

interface Circumstances {
  open: PeriodRow | null
  /** A change of plan decides what the next period costs. */
  hasChange: boolean
}

/** What the biller needs to know of transfers. */
interface TransferFacts {
  /** The person pays by transfer, and the school takes transfers for plans. */
  isByTransfer: boolean
  /** When the order of the next period is created before it begins; null for not before. */
  order_at: Date | null
  /** Staff check a proof, of what is due or of all remaining instalments. */
  isInReview: boolean
  /** Until when another proof may follow a declined one; null without one. */
  proof_until: Date | null
}

export async function findTransferFacts(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { open, hasChange }: Circumstances,
): Promise<TransferFacts> {
  const { pays_by, currency, period_end, next_order_id, payoff_order_id } = subscription
  const isByTransfer = pays_by === 'bank_transfer' && (await planTransferAccounts(ctx, currency)).length > 0
  const ids = [open?.order_id, payoff_order_id].flatMap((id) => id ?? [])
  const transfers = await findOpenTransfers(ctx, ids)
  const due = open?.order_id ? transfers.get(open.order_id) : undefined
  const ordersAhead =
    isByTransfer && !open && !next_order_id && !hasChange && priceOfNext(subscription).charge > 0
  return {
    isByTransfer,
    order_at: ordersAhead ? orderAt(period_end) : null,
    isInReview: [...transfers.values()].some(({ state }) => state === 'submitted'),
    proof_until: due?.state === 'declined' ? due.expires_at : null,
  }
}

function priceOfNext({ terms, period_no, credit, currency }: SubscriptionRow) {
  const price = amountOfPeriod(terms, period_no + 1)
  return { price, charge: chargeAfterCredit(price, credit, currency).charge }
}

/** Creates the order of the next period before it begins, and mails where to send the money. */
export async function orderNextPeriod(ctx: Ctx, subscription: SubscriptionRow): Promise<void> {
  const { id, period_end } = subscription
  const { price, charge } = priceOfNext(subscription)
  const order = await orderPeriod(ctx, subscription, { price, credit_used: price - charge })
  await updateSubscription(ctx, id, { next_order_id: order.id })
  await beginOrderTransfer(ctx, { order_id: order.id, until: cancelAt(period_end) })
  await mailTransferDue(ctx, subscription, {
    key: 'transferNext',
    order_id: order.id,
    total: order.total,
    due_at: period_end,
  })
}

/** Reminds of a transfer that is due, as a charge of a card would, and plans the next reminder. */
export async function remindOfTransfer(
  ctx: Ctx,
  subscription: SubscriptionRow,
  period: PeriodRow,
): Promise<void> {
  const order_id = period.order_id!
  const { due_at } = period
  const tries = period.tries + 1
  const next_try_at = remindsAgain(tries) ? nextChargeAt(due_at, tries) : null
  await updatePeriod(ctx, period, { tries, next_try_at })
  if (subscription.status !== 'unpaid') await updateSubscription(ctx, subscription.id, { status: 'past_due' })
  await beginOrderTransfer(ctx, { order_id, until: cancelAt(due_at) })
  const { total } = await getOrderState(ctx, order_id)
  await mailTransferDue(ctx, subscription, { key: 'transferDue', order_id, total, due_at })
}
