import { money } from '#lib/money/money.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lockOrder, type OrderRow } from '../orders/order-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { findSellingAccount, type PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import type { CheckoutRequest } from '../providers/provider.ts'
import { isLive, selectAttempts } from '../records/attempt-queries.ts'
import { closeAttempt, createPage } from './payment-page.ts'
import { insertAttempt, kindOfLive, type PreparedAttempt } from './prepare-attempt.ts'

type PageDetails = Pick<
  CheckoutRequest,
  'description' | 'email' | 'name' | 'return_url' | 'cancel_url' | 'saves_card'
>

/** A payment page of an order that exists. */
export interface OrderPage {
  order_id: string
  provider: PaymentAccount['provider']
  url: string
  expires_at: Date
}

/** Attempts that end without a page before the call gives up. */
const maxRounds = 3

/**
 * Opens the provider's page on which an unpaid order can be paid: the open one, or a new one. Refuses with
 * `order_not_payable`, `payments_unavailable` or `payment_provider_unavailable`.
 */
export async function openOrderPage(
  ctx: CtxWithoutTx,
  order_id: string,
  details: PageDetails,
): Promise<OrderPage> {
  const verified = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const { kind, attempt, account } = await ctx.transact((tx) =>
      prepareOrderAttempt(tx, order_id, { verified, saves_card: details.saves_card }),
    )
    const { provider } = account
    if (kind === 'reuse')
      return { order_id, provider, url: attempt.checkout_url!, expires_at: attempt.expires_at }
    if (kind === 'verify') {
      await closeAttempt(ctx, attempt.id)
      verified.add(attempt.id)
      continue
    }
    const page = await createPage(
      ctx,
      { attempt, account },
      {
        ...details,
        reference: attempt.reference,
        amount: money(attempt.amount, attempt.currency),
        expires_at: attempt.expires_at,
        saves_card: attempt.saves_card,
        customer_reference: null,
        metadata: { school_id: ctx.school_id, order_id },
      },
    )
    if (page) return { order_id, provider, url: page.url, expires_at: page.expires_at }
  }
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

async function prepareOrderAttempt(
  ctx: Ctx,
  order_id: string,
  { verified, saves_card }: { verified: ReadonlySet<string>; saves_card: boolean },
): Promise<Pick<PreparedAttempt, 'kind' | 'attempt' | 'account'>> {
  const order = await lockOrder(ctx, order_id)
  if (!isPayable(order.status)) throw new Refusal('order_not_payable')
  const account = await findSellingAccount(ctx, order.currency)
  if (!account) throw new Refusal('payments_unavailable')
  const last = await lastAttempt(ctx, order)
  if (last && isLive(last)) {
    const kind = await kindOfLive(ctx, last, { account, verified })
    if (kind) return { kind, attempt: last, account }
  }
  const attempt = await insertAttempt(ctx, order, { account, number: (last?.number ?? 0) + 1, saves_card })
  return { kind: 'create', attempt, account }
}

/** The latest attempt of an order. */
export const lastAttempt = (ctx: Ctx, { id }: Pick<OrderRow, 'id'>) =>
  selectAttempts(ctx).where('a.order_id', '=', id).orderBy('a.number', 'desc').limit(1).executeTakeFirst()
