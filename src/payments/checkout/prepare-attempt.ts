import { needsCardForTrial } from '#payment-plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { newId } from '#platform/security/tokens.ts'
import { replaceTransfer } from '../settlement/expire-transfer.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { findSellingAccount, type PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import type { OrderRow } from '../orders/order-queries.ts'
import { isLive, selectAttempts, updateLiveAttempt, type AttemptRow } from '../records/attempt-queries.ts'
import { paymentReference } from '../records/payment-reference.ts'
import { completeFreeOrder } from '../settlement/record-payment.ts'
import { scheduleSettlement } from '../settlement/verify-attempt.ts'
import { linkDiscount, openOrder, type PurchaseTerms } from './open-order.ts'
import { getPurchaseItem, type Choice, type PurchaseItem } from './purchase-item.ts'

/** How long a payment page stays open. */
const openMs = 60 * 60_000
/** A page that ends sooner is not offered again. */
const minOpenMs = 2 * 60_000
/** A request to the provider that takes longer was interrupted. */
const creationMs = 30_000

export interface ExpectedPrice {
  amount: number
  currency: string
}

export type PreparedAttempt = {
  attempt: AttemptRow
  account: PaymentAccount
  /** The name of the purchase on the payment page. */
  title: string
  /** Orders that this one replaces: their payment pages can be closed. */
  canceled_ids: string[]
} & (
  | { kind: 'create' }
  /** The page exists. */
  | { kind: 'reuse' }
  /** Its result is unknown: ask the provider, then prepare again. */
  | { kind: 'verify' }
)

/** Nothing is left to pay, because of a coupon or a free trial: the order is paid, and its courses are open. */
export interface FreeOrder {
  kind: 'free'
  order_id: string
}

/** Nothing is due now, but the trial begins once the buyer has saved a card. */
export interface OrderWithoutCard {
  kind: 'card'
  order_id: string
}

/** Staff check the proof of its bank transfer: nothing else is started. */
export interface OrderInReview {
  kind: 'review'
  order_id: string
}

interface AttemptTerms extends PurchaseTerms {
  expected?: ExpectedPrice | undefined
  verified: ReadonlySet<string>
}

/**
 * Finds or creates the order and attempt with which a student pays a course or plan. Concurrent calls of one student run
 * one after the other. Refuses what the student cannot buy.
 */
export async function prepareAttempt(
  ctx: Ctx,
  choice: Choice,
  { expected, verified, ...terms }: AttemptTerms,
): Promise<PreparedAttempt | FreeOrder | OrderWithoutCard | OrderInReview> {
  await lockBuyer(ctx)
  const item = await getPurchaseItem(ctx, choice)
  const { price, currency } = item
  if (expected) {
    const discount = await linkDiscount(ctx, { item, affiliate_code: terms.affiliate_code })
    ensureSamePrice(expected, { amount: price - discount, currency })
  }
  const { order, title, canceled_ids, isInReview } = await openOrder(ctx, { item, ...terms })
  if (isInReview) return { kind: 'review', order_id: order.id }
  // A course that was added to the trial is paid now, on a page that saves the card.
  if (order.total === 0 && needsCard(item)) return { kind: 'card', order_id: order.id }
  if (order.total === 0) {
    await completeFreeOrder(ctx, order)
    return { kind: 'free', order_id: order.id }
  }
  const account = await findSellingAccount(ctx, currency)
  if (!account) throw new Refusal('payments_unavailable')
  const attempts = await selectAttempts(ctx)
    .where('a.order_id', '=', order.id)
    .orderBy('a.number', 'desc')
    .limit(1)
    .execute()
  const last = attempts[0]
  const prepared = { account, title, canceled_ids }
  if (last && isLive(last)) {
    const kind = await kindOfLive(ctx, last, { account, verified })
    if (kind) return { ...prepared, attempt: last, kind }
  }
  const attempt = await insertAttempt(ctx, order, {
    account,
    number: (last?.number ?? 0) + 1,
    saves_card: item.savesCard,
  })
  return { ...prepared, attempt, kind: 'create' }
}

const needsCard = ({ sold }: PurchaseItem) => sold.kind === 'plan' && needsCardForTrial(sold.plan_terms)

/** What to do with a live attempt; null if it was closed and a new one is needed. */
export async function kindOfLive(
  ctx: Ctx,
  last: AttemptRow,
  { account, verified }: { account: PaymentAccount; verified: ReadonlySet<string> },
): Promise<PreparedAttempt['kind'] | null> {
  if (isBankTransfer(last)) {
    await replaceTransfer(ctx, last)
    return null
  }
  const isSameAccount =
    last.provider === account.provider && last.payment_account_id === account.payment_account_id
  const opensLong = last.expires_at.getTime() - ctx.now.getTime() > minOpenMs
  if (last.state === 'pending' && last.checkout_url && isSameAccount && opensLong) return 'reuse'
  if (last.state === 'created' && ctx.now.getTime() - last.created_at.getTime() < creationMs)
    throw new Refusal('checkout_in_progress')
  if (!verified.has(last.id)) return 'verify'
  // The provider has no payment of it, and its page was closed. A page that was never returned has no visitors.
  if (!(await updateLiveAttempt(ctx, last.id, { state: 'expired' })))
    // Its payment was recorded this moment.
    throw new Refusal('checkout_in_progress')
  return null
}

/** Concurrent checkouts of one student run one after the other. */
export const lockBuyer = ({ tx, school_id, actor }: Ctx) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', actor.id)
    .select('id')
    .forNoKeyUpdate()
    .execute()

function ensureSamePrice(expected: ExpectedPrice, price: ExpectedPrice) {
  const isSame = expected.amount === price.amount && expected.currency.toUpperCase() === price.currency
  if (!isSame) throw new Refusal('amount_mismatch')
}

/** Stores a new attempt to pay what is left of an order. */
export async function insertAttempt(
  ctx: Ctx,
  order: OrderRow,
  { account, number, saves_card = false }: { account: PaymentAccount; number: number; saves_card?: boolean },
): Promise<AttemptRow> {
  const { tx, school_id, now } = ctx
  const id = newId()
  await tx
    .insertInto('payment_attempts')
    .values({
      school_id,
      id,
      order_id: order.id,
      number,
      provider: account.provider,
      payment_account_id: account.payment_account_id,
      mode: account.account.mode,
      reference: paymentReference(school_id, id),
      amount: order.total - order.paid_amount,
      currency: order.currency,
      state: 'created',
      expires_at: new Date(now.getTime() + openMs),
      saves_card,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await scheduleSettlement(ctx, id)
  return selectAttempts(ctx).where('a.id', '=', id).executeTakeFirstOrThrow()
}
