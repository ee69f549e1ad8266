import { currencyDecimals } from '#lib/money/money.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { selectLines, type OrderRow } from '../orders/order-queries.ts'
import type { PaidPayment } from '../providers/provider.ts'
import { insertRefund } from '../records/insert-refund.ts'
import type { AttemptRow } from '../records/attempt-queries.ts'
import { scheduleTrial } from './schedule-trial.ts'
import { storeCard } from './store-card.ts'

/** Above the smallest payment of the providers; they name these currencies. */
const checkAmounts: Record<string, number> = { NGN: 100_00, GHS: 1_00, KES: 10_00, ZAR: 5_00, USD: 2_00 }

/** Amount of the charge that saves a card and is given back, in minor units. */
export const cardCheckAmount = (currency: string): number =>
  checkAmounts[currency] ?? 10 ** currencyDecimals(currency) * (currencyDecimals(currency) === 0 ? 100 : 1)

/** The order of a small charge, with which Paystack and Flutterwave save a card. */
export function insertCardCheckOrder(ctx: Ctx, currency: string): Promise<OrderRow> {
  const gross = cardCheckAmount(currency)
  const title = translator(ctx.locale)('payments:cardCheck')
  return insertOrder(ctx, {
    buyer_id: ctx.actor.id,
    currency,
    lines: [{ kind: 'card_check', title, gross, discount: 0 }],
  })
}

interface CardPayment {
  attempt: AttemptRow
  order: OrderRow
  found: PaidPayment
}

/** Stores the card of a payment whose buyer agreed to later charges. The card of a card check becomes the default. */
export async function storeCardOfPayment(ctx: Ctx, { attempt, order, found }: CardPayment): Promise<void> {
  if (!attempt.saves_card) return
  const { tx, school_id, now } = ctx
  const setups = tx
    .updateTable('card_setups')
    .where('school_id', '=', school_id)
    .where('order_id', '=', order.id)
    .returning(['id', 'trial_order_id'])
  const setup = await setups.set({ updated_at: now }).executeTakeFirst()
  const card_id =
    found.card &&
    (await storeCard(ctx, {
      user_id: order.buyer_id,
      provider: attempt.provider,
      payment_account_id: attempt.payment_account_id,
      mode: found.mode,
      card: found.card,
      becomesDefault: setup !== undefined,
    }))
  if (!setup) return
  await setups.set({ state: card_id ? 'saved' : 'failed' }).execute()
  await scheduleTrial(ctx, setup)
}

/** Gives back the charge of a card check; nothing for other orders. The order is locked. */
export async function refundCardCheck(ctx: Ctx, order: OrderRow, payment_id: string): Promise<void> {
  const lines = await selectLines(ctx, [order.id]).execute()
  const checks = lines.filter(({ kind }) => kind === 'card_check')
  if (checks.length === 0) return
  await insertRefund(ctx, {
    order_id: order.id,
    payment_id,
    amount: order.total,
    kind: 'order',
    reason: '',
    isAutomatic: true,
    lines: checks.map(({ id, net }) => ({ line_id: id, amount: net })),
  })
}
