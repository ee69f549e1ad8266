import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lastAttempt } from '../checkout/order-page.ts'
import { closeAttempt } from '../checkout/payment-page.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { orderNumber } from '../orders/order-views.ts'
import { isLive, updateAttempt } from '../records/attempt-queries.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { mailTransferStarted } from '../settlement/mail-transfer.ts'
import { planTransferAccounts } from '../settings/transfer-settings.ts'
import { insertTransfer } from './insert-transfer.ts'

interface OrderTransfer {
  order_id: string
  /** The money may arrive until then. */
  until: Date
}

/**
 * Begins the transfer of an order that is not being paid in another way, without a mail. Does nothing if the order has a live
 * attempt, or cannot be paid.
 */
export async function beginOrderTransfer(ctx: Ctx, { order_id, until }: OrderTransfer): Promise<void> {
  const order = await lockOrder(ctx, order_id)
  const last = await lastAttempt(ctx, order)
  if (!isPayable(order.status) || (last && isLive(last))) return
  await insertTransfer(ctx, order, { number: (last?.number ?? 0) + 1, until })
}

/** Where to send the money of an order, for a mail: a line for each account, and the reference. */
export async function describeTransfer(
  ctx: Ctx,
  { order_id, currency }: { order_id: string; currency: string },
): Promise<{ reference: string; accounts: string[] }> {
  const accounts = await planTransferAccounts(ctx, currency)
  return {
    reference: orderNumber(order_id),
    accounts: accounts.map(({ bank_name, account_name, account_number, note }) =>
      [bank_name, account_name, account_number, note].filter((part) => part !== '').join(' · '),
    ),
  }
}

/** Payment pages that end before the call gives up. */
const maxRounds = 3

/**
 * Opens the transfer of an unpaid order of a plan: the one that waits, or a new one after an open payment page was closed.
 * Returns the path of its page.
 */
export async function openOrderTransfer(ctx: CtxWithoutTx, transfer: OrderTransfer): Promise<string> {
  const closed = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const open_attempt_id = await ctx.transact((tx) => prepareTransfer(tx, transfer, closed))
    if (!open_attempt_id) return `/payments/transfer?order=${transfer.order_id}`
    await closeAttempt(ctx, open_attempt_id)
    closed.add(open_attempt_id)
  }
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

/** Returns the attempt to close first; null once the transfer waits. */
async function prepareTransfer(
  ctx: Ctx,
  { order_id, until }: OrderTransfer,
  closed: ReadonlySet<string>,
): Promise<string | null> {
  const order = await lockOrder(ctx, order_id)
  if (!isPayable(order.status)) throw new Refusal('order_not_payable')
  const accounts = await planTransferAccounts(ctx, order.currency)
  if (accounts.length === 0) throw new Refusal('bank_transfer_unavailable')
  const last = await lastAttempt(ctx, order)
  if (last && isLive(last)) {
    if (isBankTransfer(last)) return null
    if (!closed.has(last.id)) return last.id
    // The result of a charge is not known yet: it may have taken the money.
    if (!last.checkout_url) throw new Refusal('checkout_in_progress')
    await updateAttempt(ctx, last.id, { state: 'expired' })
  }
  const expires_at = await insertTransfer(ctx, order, { number: (last?.number ?? 0) + 1, until })
  await mailTransferStarted(ctx, { order, accounts, expires_at })
  return null
}
