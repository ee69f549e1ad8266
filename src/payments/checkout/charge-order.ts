import { money } from '#lib/money/money.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { closeAttempt } from './payment-page.ts'
import { lastAttempt } from './order-page.ts'
import { insertAttempt } from './prepare-attempt.ts'
import { lockOrder, type OrderRow } from '../orders/order-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { accountOfAttempt, openAccount, type PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import {
  isHardDecline,
  ProviderError,
  type ChargeResult,
  type DeclineCode,
  type PaymentFound,
  type PaymentProvider,
} from '../providers/provider.ts'
import {
  findAttempt,
  isLive,
  updateAttempt,
  updateLiveAttempt,
  type AttemptRow,
} from '../records/attempt-queries.ts'
import { replaceTransfer } from '../settlement/expire-transfer.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { recordFinding, verifyAttempt } from '../settlement/verify-attempt.ts'
import { selectCards } from '../cards/card-queries.ts'
import { decryptCardToken, type CardToken } from '../cards/card-tokens.ts'

/** Result of charging an order to a saved card. */
export type ChargeOutcome =
  | { kind: 'paid' }
  /** `isHard`: the same card does not work later either. */
  | { kind: 'declined'; code: DeclineCode; isHard: boolean }
  /** The person has no card that can be charged. */
  | { kind: 'no_card' }
  /** The provider's answer is not known: ask again before any other charge. */
  | { kind: 'unknown' }
  /** The order was canceled or refunded. */
  | { kind: 'closed' }
  /** The person is paying by bank transfer. */
  | { kind: 'transfer_open' }

interface OrderCharge {
  order_id: string
  /** The card to charge; null, or one that was deleted, means the default. */
  card_id: string | null
  description: string
  /** Whether the charge takes the place of a transfer without a proof. One with a proof is refused then. */
  replacesTransfer?: boolean
}

/**
 * Throws if this process has no keys for the account of the card that a charge would use, so that another worker takes the
 * charge. Does nothing without a card.
 */
export async function requireChargeKeys(
  ctx: Ctx,
  { order_id, card_id }: Pick<OrderCharge, 'order_id' | 'card_id'>,
): Promise<void> {
  const { tx, school_id } = ctx
  const order = await tx
    .selectFrom('orders')
    .where('school_id', '=', school_id)
    .where('id', '=', order_id)
    .select('buyer_id')
    .executeTakeFirstOrThrow()
  const card = await findChargeCard(ctx, order, card_id)
  if (card) await accountOfAttempt(ctx, card)
}

/**
 * Charges what is left of an order to a saved card of its buyer, through an attempt of its own. Safe to repeat: an attempt
 * whose result is unknown is verified first, and an order has one live attempt.
 */
export async function chargeOrder(ctx: CtxWithoutTx, charge: OrderCharge): Promise<ChargeOutcome> {
  const prepared = await prepare(ctx, charge)
  if ('kind' in prepared) return prepared
  const { attempt, account, card } = prepared
  const provider = await openAccount(ctx, account)
  const result = await sendCharge(ctx, provider, { attempt, card, charge })
  if (result === 'unknown') {
    await ctx.transact((tx) => updateLiveAttempt(tx, attempt.id, { state: 'unknown' }))
    return { kind: 'unknown' }
  }
  return ctx.transact((tx) => recordResult(tx, attempt, result))
}

interface PreparedCharge {
  attempt: AttemptRow
  account: PaymentAccount
  card: CardToken
}

/** Verifies or closes a live attempt, then creates the attempt of this charge. */
async function prepare(ctx: CtxWithoutTx, charge: OrderCharge): Promise<PreparedCharge | ChargeOutcome> {
  const live = await ctx.transact(async (tx) => {
    const last = await lastAttempt(tx, { id: charge.order_id })
    return last && isLive(last) ? last : null
  })
  if (live) {
    try {
      // A page of the same order is closed, so that it is not paid beside the charge.
      if (live.checkout_url) await closeAttempt(ctx, live.id)
      else await verifyAttempt(ctx, live.id)
    } catch (error) {
      ctx.log.warn({ err: error, attempt_id: live.id }, 'attempt not verified before a charge')
      return { kind: 'unknown' }
    }
  }
  return ctx.transact((tx) => createAttempt(tx, charge, live))
}

async function createAttempt(
  ctx: Ctx,
  { order_id, card_id, replacesTransfer = false }: OrderCharge,
  verified: AttemptRow | null,
): Promise<PreparedCharge | ChargeOutcome> {
  const order = await lockOrder(ctx, order_id)
  if (order.status === 'paid') return { kind: 'paid' }
  if (!isPayable(order.status)) return { kind: 'closed' }
  const last = await lastAttempt(ctx, order)
  if (last && isLive(last) && isBankTransfer(last)) {
    if (!replacesTransfer) return { kind: 'transfer_open' }
    await replaceTransfer(ctx, last)
  } else if (last && isLive(last)) {
    // Another charge began meanwhile, or the provider does not know yet what became of the last one.
    if (last.id !== verified?.id || !last.checkout_url) return { kind: 'unknown' }
    await updateAttempt(ctx, last.id, { state: 'expired' })
  }
  const card = await findChargeCard(ctx, order, card_id)
  if (!card) return { kind: 'no_card' }
  const account = await accountOfAttempt(ctx, card)
  const attempt = await insertAttempt(ctx, order, { account, number: (last?.number ?? 0) + 1 })
  const { school_id } = ctx
  return { attempt, account, card: decryptCardToken(ctx.config, { school_id, ...card }) }
}

/** The chosen card of the buyer, else the default. */
async function findChargeCard(ctx: Ctx, { buyer_id }: Pick<OrderRow, 'buyer_id'>, card_id: string | null) {
  const cards = selectCards(ctx, buyer_id).select('c.encrypted_token')
  const chosen = card_id && (await cards.where('c.id', '=', card_id).executeTakeFirst())
  return chosen || cards.where('c.is_default', '=', true).executeTakeFirst()
}

async function sendCharge(
  ctx: CtxWithoutTx,
  provider: PaymentProvider,
  { attempt, card, charge }: { attempt: AttemptRow; card: CardToken; charge: OrderCharge },
): Promise<ChargeResult | 'unknown'> {
  const { reference, amount, currency, order_id } = attempt
  try {
    return await provider.chargeSavedCard({
      reference,
      amount: money(amount, currency),
      description: charge.description,
      email: card.email,
      card,
      metadata: { school_id: ctx.school_id, order_id },
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.isOutcomeUnknown) return 'unknown'
    ctx.log.warn({ err: error, attempt_id: attempt.id }, 'provider refused to charge a saved card')
    // The provider does not have the card any more, or never charges this amount to it.
    return { provider_reference: null, payment: { state: 'failed', code: 'card_declined', message: '' } }
  }
}

async function recordResult(
  ctx: Ctx,
  { id, order_id }: AttemptRow,
  { provider_reference, payment }: ChargeResult,
): Promise<ChargeOutcome> {
  // The webhook of the same charge may be settled now: that locks the order first.
  await lockOrder(ctx, order_id)
  if (provider_reference) await updateAttempt(ctx, id, { provider_reference })
  const state = await recordFinding(ctx, id, asDecline(payment))
  if (state === 'succeeded') return { kind: 'paid' }
  if (state !== 'failed' && state !== 'quarantined') return { kind: 'unknown' }
  const { failure_code } = (await findAttempt(ctx, id))!
  const code = (state === 'failed' ? failure_code : 'other') as DeclineCode
  return { kind: 'declined', code, isHard: state === 'quarantined' || isHardDecline(code) }
}

/** A bank that asks for the buyer: the buyer pays on a page, which needs a new attempt. */
const asDecline = (payment: PaymentFound): PaymentFound =>
  payment.state === 'action_required'
    ? { state: 'failed', code: 'authentication_required', message: '' }
    : payment
