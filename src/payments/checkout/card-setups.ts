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
import { scheduleTrial } from '../cards/schedule-trial.ts'

const minute = 60_000
const openMs = 60 * minute
/** A page of this age was closed, and its card reported. */
const maxAgeMs = 2 * openMs

type Started = Reply<typeof contract.updateBillingCard>

/**
 * Starts the change of the card that later charges use first: on Stripe's page for saving a card; at Paystack and Flutterwave,
 * which save a card by a payment only, by a small charge that is given back.
 */
export const updateBillingCard = (ctx: CtxWithoutTx): Promise<Started> =>
  startCardSetup(ctx, { trial_order_id: null, cancel_url: pageOf(ctx) })

/** What a card is saved for. */
interface SetupPurpose {
  /** The order of the trial that begins once the card is saved. */
  trial_order_id: string | null
  /** Where the provider sends a person who leaves its page. */
  cancel_url: string
}

/** Opens a page on which the caller saves a card. */
export async function startCardSetup(ctx: CtxWithoutTx, purpose: SetupPurpose): Promise<Started> {
  const prepared = await ctx.transact((tx) => prepareSetup(tx, purpose))
  return prepared.isChargeNeeded ? openChargePage(ctx, prepared) : openSetupPage(ctx, prepared)
}

async function prepareSetup(ctx: Ctx, { trial_order_id, cancel_url }: SetupPurpose) {
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const account = await findSellingAccount(ctx, currency)
  if (!account) throw new Refusal('payments_unavailable')
  const { cardSetup } = await openAccount(ctx, account)
  await abandonEarlierSetups(ctx)
  const setup = await insertSetup(ctx, account, trial_order_id)
  const return_url = trial_order_id
    ? `${pageOf(ctx)}/return?order=${trial_order_id}`
    : `${pageOf(ctx)}?card=${setup.id}`
  const isChargeNeeded = cardSetup === null
  return { setup, account, currency, isChargeNeeded, addresses: { return_url, cancel_url } }
}

interface PreparedSetup {
  setup: { id: string; reference: string; email: string }
  account: PaymentAccount
  currency: string
  /** Of this school, for the way back from the provider's page. */
  addresses: { return_url: string; cancel_url: string }
}

const pageOf = (ctx: Pick<CtxWithoutTx, 'config' | 'school'>) =>
  `${originFor(ctx.config, ctx.school!.host)}/payments`

async function openSetupPage(
  ctx: CtxWithoutTx,
  { setup, account, currency, addresses }: PreparedSetup,
): Promise<Started> {
  const provider = await openAccount(ctx, account)
  try {
    const { url, provider_reference, expires_at } = await provider.cardSetup!.create({
      reference: setup.reference,
      currency,
      email: setup.email,
      ...addresses,
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

async function openChargePage(
  ctx: CtxWithoutTx,
  { setup: { id: setup_id }, currency, addresses }: PreparedSetup,
): Promise<Started> {
  const order = await ctx.transact(async (tx) => {
    const order = await insertCardCheckOrder(tx, currency)
    await updateSetup(tx, setup_id, { order_id: order.id })
    return order
  })
  const { provider, url, expires_at } = await openOrderPage(ctx, order.id, {
    description: translator(ctx.locale)('payments:cardCheck'),
    email: ctx.actor.email,
    name: ctx.actor.name || null,
    ...addresses,
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

async function insertSetup(
  ctx: Ctx,
  { provider, payment_account_id, account }: PaymentAccount,
  trial_order_id: string | null,
) {
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
      trial_order_id,
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
    .select(['email', 'order_id', 'trial_order_id', 'state', 'created_at'])

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
    await scheduleTrial(ctx, setup)
    return
  }
  const isOver = found.state === 'expired' || ctx.now.getTime() - setup.created_at.getTime() > maxAgeMs
  if (!isOver && found.state !== 'saved') return scheduleCheck(ctx, id, openMs)
  await updateSetup(ctx, id, { state: 'failed' })
  // Without a card, the trial does not begin, unless another page is open.
  await scheduleTrial(ctx, setup)
}
