import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { money } from '#lib/money/money.ts'
import { isPaidToSchool } from '../records/payment-channel.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { processRefundJob } from '../job-handles.ts'
import { addAttention } from '../orders/attention.ts'
import { ProviderError, type PaymentProvider, type RefundFound } from '../providers/provider.ts'
import { recordRefund, updateRefund } from './record-refund.ts'

const minPauseMs = 20_000
const maxPauseMs = 10 * 60_000
const maxAgeMs = 30 * 86_400_000

/** Sends a requested refund to its provider, or asks about a pending one, and records the answer. Safe to repeat. */
export async function processRefund(ctx: CtxWithoutTx, refund_id: string): Promise<void> {
  const prepared = await ctx.transact((tx) => prepareRefund(tx, refund_id))
  if (!prepared) return
  const { refund, account, wasSent } = prepared
  if (refund.state === 'failed') return
  const provider = await openAccount(ctx, account)
  const found = await askProvider(provider, refund, wasSent)
  await ctx.transact(async (tx) => {
    if (found === 'rejected') await failRefund(tx, refund_id)
    else if (found === 'unknown') await waitForStaff(tx, refund)
    else await recordRefund(tx, refund_id, found)
    await scheduleNextCheck(tx, refund_id)
  })
}

/** Reads the refund, and records that it is sent: a process may die before the provider's answer is stored. */
async function prepareRefund(ctx: Ctx, refund_id: string) {
  const refund = await findRefund(ctx, refund_id)
  if (!refund) return null
  // Staff give the money back themselves, and record it.
  if (isPaidToSchool(refund)) {
    await waitForStaff(ctx, refund)
    return null
  }
  const wasSent = refund.sent_at !== null
  if (!wasSent && !refund.provider_refund_id) await updateRefund(ctx, refund_id, { sent_at: ctx.now })
  return { refund, wasSent, account: await accountOfAttempt(ctx, refund) }
}

type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/** `rejected`: the provider refused. `unknown`: it may have refunded, and a repetition could refund twice. */
async function askProvider(
  provider: PaymentProvider,
  refund: RefundRow,
  wasSent: boolean,
): Promise<RefundFound | 'rejected' | 'unknown'> {
  const { transaction_id, provider_refund_id } = refund
  if (provider_refund_id) return provider.findRefund({ provider_refund_id, transaction_id })
  if (wasSent && !provider.canRepeatRefunds) return 'unknown'
  try {
    return await provider.createRefund({
      reference: refund.id.replaceAll('-', ''),
      transaction_id,
      amount: money(refund.amount, refund.currency),
      reason: refund.reason,
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!error.isOutcomeUnknown) return 'rejected'
    if (provider.canRepeatRefunds) throw error
    return 'unknown'
  }
}

async function failRefund(ctx: Ctx, refund_id: string) {
  ctx.log.error({ refund_id }, 'provider refused a refund')
  await recordRefund(ctx, refund_id, { state: 'failed', provider_refund_id: null })
}

/** Nobody can ask the provider about this refund: staff look it up there. */
async function waitForStaff(ctx: Ctx, { id, order_id, state }: RefundRow) {
  if (state !== 'requested' && state !== 'pending') return
  ctx.log.warn({ refund_id: id }, 'a refund waits for staff')
  await updateRefund(ctx, id, { state: 'needs_attention' })
  await addAttention(ctx, order_id, 'refund_needs_attention')
}

/** Pause until the next question: short for a young refund, because Flutterwave sends no webhook about it. */
export const pauseAfter = (ageMs: number): number => Math.min(maxPauseMs, Math.max(minPauseMs, ageMs))

async function scheduleNextCheck(ctx: Ctx, refund_id: string) {
  const refund = await findRefund(ctx, refund_id)
  const isOpen = refund?.state === 'pending' || refund?.state === 'needs_attention'
  if (!isOpen || !refund.provider_refund_id) return
  const age = ctx.now.getTime() - refund.created_at.getTime()
  if (age > maxAgeMs) return
  await ctx.enqueue(
    processRefundJob,
    { refund_id },
    { run_at: new Date(ctx.now.getTime() + pauseAfter(age)), job_key: `refund/${refund_id}` },
  )
}

function findRefund({ tx, school_id }: Ctx, id: string) {
  return tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'r.school_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 'p.school_id').onRef('a.id', '=', 'p.attempt_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.id', '=', id)
    .select(['r.id', 'r.order_id', 'r.state', 'r.amount', 'r.currency', 'r.reason', 'r.provider_refund_id'])
    .select(['r.sent_at', 'r.created_at', 'p.transaction_id', 'a.provider', 'a.payment_account_id'])
    .executeTakeFirst()
}
