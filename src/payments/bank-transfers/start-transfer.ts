import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { openOrder } from '../checkout/open-order.ts'
import { lastAttempt } from '../checkout/order-page.ts'
import { closeAttempt, closePagesOf } from '../checkout/payment-page.ts'
import { lockBuyer } from '../checkout/prepare-attempt.ts'
import { choiceOf, getPurchaseItem, type Choice } from '../checkout/purchase-item.ts'
import { verifyAttemptJob } from '../job-handles.ts'
import type { OrderRow } from '../orders/order-queries.ts'
import { isLive, updateAttempt } from '../records/attempt-queries.ts'
import { bankTransfer, isBankTransfer } from '../records/bank-transfer.ts'
import { paymentReference } from '../records/payment-reference.ts'
import { completeFreeOrder } from '../settlement/record-payment.ts'
import { mailTransferStarted } from '../settlement/mail-transfer.ts'
import type * as contract from './transfer-contract.ts'
import { getBankTransferSettings, transferAccounts } from '../settings/transfer-settings.ts'

const dayMs = 86_400_000
/** Payment pages that end before the call gives up. */
const maxRounds = 3

/** Starts a transfer, or returns the one that waits. An open payment page of the same order is closed first. */
export async function startBankTransfer(
  ctx: CtxWithoutTx,
  { coupon_code, affiliate_code, ...requested }: Input<typeof contract.startBankTransfer>,
): Promise<Reply<typeof contract.startBankTransfer>> {
  const purchase = { choice: choiceOf(requested), coupon_code, affiliate_code }
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

interface TransferPurchase {
  choice: Choice
  coupon_code: string | null | undefined
  affiliate_code: string | null | undefined
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
  // Later payments of instalments and subscriptions are charged to a card.
  if (item.savesCard) throw new Refusal('bank_transfer_not_for_plan')
  const accounts = await transferAccounts(ctx, item.currency)
  if (accounts.length === 0) throw new Refusal('bank_transfer_unavailable')
  const { order, canceled_ids } = await openOrder(ctx, { item, ...terms })
  const prepared = { order_id: order.id, canceled_ids }
  if (order.total === 0) {
    await completeFreeOrder(ctx, order)
    return { ...prepared, page: 'return' }
  }
  const last = await lastAttempt(ctx, order)
  if (last && isLive(last)) {
    if (isBankTransfer(last)) return { ...prepared, page: 'transfer' }
    if (!closed.has(last.id)) return { open_attempt_id: last.id }
    await updateAttempt(ctx, last.id, { state: 'expired' })
  }
  const expires_at = await insertTransfer(ctx, order, (last?.number ?? 0) + 1)
  await mailTransferStarted(ctx, { order, accounts, expires_at })
  return { ...prepared, page: 'transfer' }
}

async function insertTransfer(ctx: Ctx, order: OrderRow, number: number): Promise<Date> {
  const { tx, school_id, now } = ctx
  const { waiting_days } = await getBankTransferSettings(ctx)
  const expires_at = new Date(now.getTime() + waiting_days * dayMs)
  const id = newId()
  const { id: order_id, buyer_id } = order
  await tx
    .insertInto('payment_attempts')
    .values({ ...attemptOf(ctx, order, id), number, expires_at })
    .execute()
  await tx
    .insertInto('bank_transfers')
    .values({ school_id, id, order_id, buyer_id, state: 'waiting', created_at: now })
    .execute()
  await ctx.enqueue(
    verifyAttemptJob,
    { attempt_id: id },
    { run_at: expires_at, job_key: `verify-payment/${id}` },
  )
  return expires_at
}

const attemptOf = ({ school_id, now }: Ctx, order: OrderRow, id: string) => ({
  school_id,
  id,
  order_id: order.id,
  provider: bankTransfer,
  payment_account_id: null,
  mode: 'live',
  reference: paymentReference(school_id, id),
  amount: order.total - order.paid_amount,
  currency: order.currency,
  state: 'pending',
  saves_card: false,
  created_at: now,
  updated_at: now,
})
