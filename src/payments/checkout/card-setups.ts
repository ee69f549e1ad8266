import { originFor } from '#platform/config/config.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lastAttempt, openOrderPage } from './order-page.ts'
import type * as contract from '../contract.ts'
import { verifyCardSetupJob } from '../job-handles.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import {
  accountOfAttempt,
  findSellingAccount,
  openAccount,
  type PaymentAccount,
} from '../provider-accounts/payment-accounts.ts'
import { ProviderError, type CardSetupFound, type ProviderMode } from '../providers/provider.ts'
import { paymentReference } from '../records/payment-reference.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import { insertCardCheckOrder } from '../cards/card-check.ts'
import { lockCardOwner } from '../cards/card-queries.ts'
import { storeCard } from '../cards/store-card.ts'

const minute = 60_000
const openMs = 60 * minute
/** A page of this age was closed, and its card reported. */
const maxAgeMs = 2 * openMs

type Started = Reply<typeof contract.updateBillingCard>

/**
 * Starts the change of the card that later charges use first: on Stripe's page for saving a card; at Paystack and Flutterwave,
 * which save a card by a payment only, by a small charge that is given back.
 */
export async function updateBillingCard(ctx: CtxWithoutTx): Promise<Started> {
  const { setup, account, currency, isChargeNeeded } = await ctx.transact(prepareSetup)
  return isChargeNeeded
    ? openChargePage(ctx, setup.id, currency)
    : openSetupPage(ctx, { setup, account, currency })
}

async function prepareSetup(ctx: Ctx) {
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const account = await findSellingAccount(ctx, currency)
  if (!account) throw new Refusal('payments_unavailable')
  const { cardSetup } = await openAccount(ctx, account)
  await abandonEarlierSetups(ctx)
  return { setup: await insertSetup(ctx, account), account, currency, isChargeNeeded: cardSetup === null }
}

interface PreparedSetup {
  setup: { id: string; reference: string; email: string }
  account: PaymentAccount
  currency: string
}

const pageOf = (ctx: CtxWithoutTx) => `${originFor(ctx.config, ctx.school!.host)}/payments`

async function openSetupPage(
  ctx: CtxWithoutTx,
  { setup, account, currency }: PreparedSetup,
): Promise<Started> {
  const provider = await openAccount(ctx, account)
  try {
    const { url, provider_reference, expires_at } = await provider.cardSetup!.create({
      reference: setup.reference,
      currency,
      email: setup.email,
      return_url: `${pageOf(ctx)}?card=${setup.id}`,
      cancel_url: pageOf(ctx),
      customer_reference: null,
      expires_at: new Date(ctx.now.getTime() + openMs),
      metadata: { school_id: ctx.school_id },
    })
    await ctx.transact((tx) => updateSetup(tx, setup.id, { provider_reference }))
    return { setup_id: setup.id, provider: account.provider, charge: null, url, expires_at }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
  }
}

async function openChargePage(ctx: CtxWithoutTx, setup_id: string, currency: string): Promise<Started> {
  const order = await ctx.transact(async (tx) => {
    const order = await insertCardCheckOrder(tx, currency)
    await updateSetup(tx, setup_id, { order_id: order.id })
    return order
  })
  const { provider, url, expires_at } = await openOrderPage(ctx, order.id, {
    description: translator(ctx.locale)('payments:cardCheck'),
    email: ctx.actor.email,
    name: ctx.actor.name || null,
    return_url: `${pageOf(ctx)}?card=${setup_id}`,
    cancel_url: pageOf(ctx),
    saves_card: true,
  })
  return { setup_id, provider, charge: { amount: order.total, currency }, url, expires_at }
}

/** Cancels the unpaid charges of earlier pages, which the person did not finish. */
async function abandonEarlierSetups(ctx: Ctx) {
  const { tx, school_id, actor, now } = ctx
  await lockCardOwner(ctx, actor.id)
  const earlier = await tx
    .updateTable('card_setups')
    .set({ state: 'failed', updated_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('state', '=', 'pending')
    .where('order_id', 'is not', null)
    .returning('order_id')
    .execute()
  for (const { order_id } of earlier) {
    const order = await lockOrder(ctx, order_id!)
    if (order.status === 'awaiting_payment') await cancelOrder(ctx, order.id)
  }
}

async function insertSetup(ctx: Ctx, { provider, payment_account_id, account }: PaymentAccount) {
  const { tx, school_id, actor, now } = ctx
  const id = newId()
  const setup = { id, reference: paymentReference(school_id, id), email: actor.email }
  await tx
    .insertInto('card_setups')
    .values({
      school_id,
      ...setup,
      user_id: actor.id,
      provider,
      payment_account_id,
      mode: account.mode,
      state: 'pending',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await scheduleCheck(ctx, id, 10 * minute)
  return setup
}

const scheduleCheck = (ctx: Ctx, setup_id: string, pauseMs: number) =>
  ctx.enqueue(
    verifyCardSetupJob,
    { setup_id },
    { run_at: new Date(ctx.now.getTime() + pauseMs), job_key: `card-setup/${setup_id}` },
  )

const selectSetup = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('card_setups')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'user_id', 'provider', 'payment_account_id', 'mode', 'reference', 'provider_reference'])
    .select(['email', 'order_id', 'state', 'created_at'])

type SetupRow = Awaited<ReturnType<ReturnType<typeof selectSetup>['executeTakeFirstOrThrow']>>

const updateSetup = (
  { tx, school_id, now }: Ctx,
  id: string,
  changes: { provider_reference?: string; order_id?: string; state?: string },
) =>
  tx
    .updateTable('card_setups')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/** For the page to which the provider returns the browser: asks the provider, and returns the state. */
export async function verifyMyCardSetup(
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.verifyMyCardSetup>,
): Promise<Reply<typeof contract.verifyMyCardSetup>> {
  const user_id = ctx.actor.id
  ensureFound(
    await ctx.transact((tx) => selectSetup(tx, id).where('user_id', '=', user_id).executeTakeFirst()),
  )
  try {
    await verifyCardSetup(ctx, id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, setup_id: id }, 'card setup not verified')
  }
  const { state } = await ctx.transact((tx) => selectSetup(tx, id).executeTakeFirstOrThrow())
  return { state: state as 'pending' | 'saved' | 'failed' }
}

/** Asks the provider about a card setup and stores its card. Does nothing for an unknown one. Safe to repeat. */
export async function verifyCardSetup(ctx: CtxWithoutTx, setup_id: string): Promise<void> {
  const prepared = await ctx.transact(async (tx) => {
    const setup = await selectSetup(tx, setup_id).where('state', '=', 'pending').executeTakeFirst()
    return setup ? { setup, account: await accountOfAttempt(tx, setup) } : null
  })
  if (!prepared) return
  const { setup, account } = prepared
  if (setup.order_id) return verifyCharge(ctx, setup)
  const provider = await openAccount(ctx, account)
  if (!provider.cardSetup) return
  const found = await provider.cardSetup.find(setup)
  await ctx.transact((tx) => recordSetup(tx, setup, found))
  if (found.state === 'saved') await provider.cardLookup?.label(found.card.token, setup.reference)
}

/** The settlement of the charge stores the card. */
async function verifyCharge(ctx: CtxWithoutTx, setup: SetupRow) {
  const attempt = await ctx.transact((tx) => lastAttempt(tx, { id: setup.order_id! }))
  if (attempt) await verifyAttempt(ctx, attempt.id)
  await ctx.transact((tx) => recordSetup(tx, setup, { state: 'pending' }))
}

async function recordSetup(ctx: Ctx, { id, ...setup }: SetupRow, found: CardSetupFound) {
  const current = await selectSetup(ctx, id).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (current.state !== 'pending') return
  if (found.state === 'saved' && found.reference === setup.reference && found.mode === setup.mode) {
    const mode = setup.mode as ProviderMode
    await storeCard(ctx, { ...setup, mode, card: found.card, becomesDefault: true })
    await updateSetup(ctx, id, { state: 'saved' })
    return
  }
  const isOver = found.state === 'expired' || ctx.now.getTime() - setup.created_at.getTime() > maxAgeMs
  if (isOver || found.state === 'saved') await updateSetup(ctx, id, { state: 'failed' })
  else await scheduleCheck(ctx, id, openMs)
}
