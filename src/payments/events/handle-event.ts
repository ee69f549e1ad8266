import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { verifyCardSetup } from '../checkout/card-setups.ts'
import { refreshCards } from '../cards/refresh-cards.ts'
import { handleDisputeEvent } from '../disputes/forward-dispute.ts'
import { handlePaymentEventJob } from '../job-handles.ts'
import { processRefund } from '../refunds/process-refund.ts'
import { customerOfEvent, schoolPlanEvents } from '../school-plan-events.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'

/** Tries before staff are needed: about a day with the pauses between them. */
export const maxEventTries = 8
const firstPauseMs = 10_000
const maxPauseMs = 12 * 3_600_000

/** Pause after a failed try: 10 s, 1 min, 6 min, 36 min, 3.6 h, then 12 h. */
export const pauseAfterTry = (tries: number): number => Math.min(firstPauseMs * 6 ** (tries - 1), maxPauseMs)

/**
 * Verifies the attempt of a stored webhook again with its open refunds, or asks about its dispute or a school’s plan. Safe to
 * repeat. A failure is tried again later;
 * after the last try the webhook is `failed`, and staff can replay it.
 */
export async function handleEvent(ctx: CtxWithoutTx, event_id: string): Promise<void> {
  const event = await ctx.transact((tx) => startTry(tx, event_id))
  if (!event) return
  try {
    await handle(ctx, event)
  } catch (error) {
    ctx.log.error({ err: error, event_id, tries: event.tries }, 'webhook of a provider failed')
    const last_error = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    await ctx.transact((tx) => recordFailedTry(tx, { id: event_id, tries: event.tries, last_error }))
    return
  }
  await ctx.transact((tx) => setEventState(tx, event_id, 'processed'))
}

async function handle(ctx: CtxWithoutTx, event: StartedEvent) {
  const { topic, attempt_id, event_type, body, provider_dispute_id } = event
  if (provider_dispute_id) return handleDisputeEvent(ctx, event, provider_dispute_id)
  if (topic === 'school_plan') {
    const customer_id = customerOfEvent(body)
    if (customer_id) await ctx.reactions.slot(schoolPlanEvents)(ctx, { customer_id })
  }
  if (attempt_id === null) return
  const state = await verifyAttempt(ctx, attempt_id)
  if (state === null) await verifyCardSetup(ctx, attempt_id)
  if (event_type.startsWith('payment_method.')) await refreshCards(ctx, attempt_id)
  for (const refund_id of await ctx.transact((tx) => refundsToCheck(tx, attempt_id)))
    await processRefund(ctx, refund_id)
}

type StartedEvent = NonNullable<Awaited<ReturnType<typeof startTry>>>

/** Counts a try; null if the event was handled before. */
async function startTry({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .updateTable('payment_events')
    .set({ tries: sql`tries + 1` })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'received')
    .returning(['topic', 'attempt_id', 'event_type', 'body', 'tries'])
    .returning(['provider', 'provider_dispute_id', 'payment_account_id'])
    .executeTakeFirst()
  return row ?? null
}

async function recordFailedTry(
  ctx: Ctx,
  { id, tries, last_error }: { id: string; tries: number; last_error: string },
) {
  const run_at = new Date(ctx.now.getTime() + pauseAfterTry(tries))
  await ctx.tx
    .updateTable('payment_events')
    .set({ last_error, next_try_at: run_at })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  if (tries >= maxEventTries) return setEventState(ctx, id, 'failed')
  return ctx.enqueue(handlePaymentEventJob, { event_id: id }, { run_at, job_key: `payment-event/${id}` })
}

/** Refunds of the attempt's payments that are not final: pending ones, and successes that may fail later. */
async function refundsToCheck({ tx, school_id }: Ctx, attempt_id: string) {
  const rows = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'r.school_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('p.attempt_id', '=', attempt_id)
    .where('r.state', 'in', ['pending', 'succeeded', 'needs_attention'])
    .where('r.provider_refund_id', 'is not', null)
    .orderBy('r.created_at')
    .limit(20)
    .select('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

export const setEventState = ({ tx, school_id, now }: Ctx, id: string, state: 'processed' | 'failed') =>
  tx
    .updateTable('payment_events')
    .set({ state, processed_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute()
