import { needsCardForTrial } from '#payment-plans/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { openOrder, type PurchaseTerms } from '../checkout/open-order.ts'
import { lastAttempt } from '../checkout/order-page.ts'
import { closeAttempt, closePagesOf } from '../checkout/payment-page.ts'
import { lockBuyer } from '../checkout/prepare-attempt.ts'
import { choiceOf, getPurchaseItem, type Choice, type PurchaseItem } from '../checkout/purchase-item.ts'
import { isLive, updateLiveAttempt } from '../records/attempt-queries.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { completeFreeOrder } from '../settlement/record-payment.ts'
import { mailTransferStarted } from '../settlement/mail-transfer.ts'
import type * as contract from './transfer-contract.ts'
import { planTransferAccounts, transferAccounts } from '../settings/transfer-settings.ts'
import { insertTransfer } from './insert-transfer.ts'

/** Payment pages that end before the call gives up. */
const maxRounds = 3

/** Starts a transfer, or returns the one that waits. An open payment page of the same order is closed first. */
export async function startBankTransfer(
  ctx: CtxWithoutTx,
  { coupon_code, affiliate_code, ...requested }: Input<typeof contract.startBankTransfer>,
): Promise<Reply<typeof contract.startBankTransfer>> {
  const choice = await choiceOf(ctx, requested)
  const purchase = { choice, coupon_code, affiliate_code, bumps: requested.bumps }
  const closed = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const prepared = await ctx.transact((tx) => prepareTransfer(tx, purchase, closed))
    if ('open_attempt_id' in prepared) {
      await closeAttempt(ctx, prepared.open_attempt_id)
      closed.add(prepared.open_attempt_id)
      continue
    }
    await closePagesOf(ctx, prepared.canceled_ids)
    const { order_id, page } = prepared
    return { order_id, url: `/payments/${page}?order=${order_id}` }
  }
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

interface TransferPurchase extends PurchaseTerms {
  choice: Choice
}

type PreparedTransfer =
  | { order_id: string; canceled_ids: string[]; page: 'transfer' | 'return' }
  /** Its result is unknown: ask the provider, close its page, then prepare again. */
  | { open_attempt_id: string }

async function prepareTransfer(
  ctx: Ctx,
  { choice, ...terms }: TransferPurchase,
  closed: ReadonlySet<string>,
): Promise<PreparedTransfer> {
  await lockBuyer(ctx)
  const item = await getPurchaseItem(ctx, choice)
  const accounts = await accountsFor(ctx, item)
  const { order, canceled_ids } = await openOrder(ctx, { item, ...terms })
  const prepared = { order_id: order.id, canceled_ids }
  if (order.total === 0) {
    await completeFreeOrder(ctx, order, { pays_by: 'bank_transfer' })
    return { ...prepared, page: 'return' }
  }
  const last = await lastAttempt(ctx, order)
  if (last && isLive(last)) {
    if (isBankTransfer(last)) return { ...prepared, page: 'transfer' }
    if (!closed.has(last.id)) return { open_attempt_id: last.id }
    if (!(await updateLiveAttempt(ctx, last.id, { state: 'expired' })))
      throw new Refusal('checkout_in_progress')
  }
  const expires_at = await insertTransfer(ctx, order, { number: (last?.number ?? 0) + 1 })
  await mailTransferStarted(ctx, { order, accounts, expires_at })
  return { ...prepared, page: 'transfer' }
}

/** Where to send the money. Refuses what this school does not sell by transfer. */
async function accountsFor(ctx: Ctx, { savesCard, currency, sold }: PurchaseItem) {
  const accounts = await transferAccounts(ctx, currency)
  if (accounts.length === 0) throw new Refusal('bank_transfer_unavailable')
  const needsCard = sold.kind === 'plan' && needsCardForTrial(sold.plan_terms)
  if (needsCard || (savesCard && (await planTransferAccounts(ctx, currency)).length === 0))
    throw new Refusal('bank_transfer_not_for_plan')
  return accounts
}
