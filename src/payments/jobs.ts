import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { handleEvent, setEventState } from './events/handle-event.ts'
import { verifyCardSetup } from './checkout/card-setups.ts'
import { startCardTrial } from './checkout/card-trials.ts'
import { removeCardAtProvider } from './cards/remove-card.ts'
import {
  checkDisputeJob,
  handlePaymentEventJob,
  mailSeatsJob,
  processRefundJob,
  removeCardJob,
  startCardTrialJob,
  verifyAttemptJob,
  verifyCardSetupJob,
} from './job-handles.ts'
import { checkDispute } from './disputes/check-dispute.ts'
import { reconcilePlatform, reconcileSchool } from './reconciliation/reconcile.ts'
import { processRefund } from './refunds/process-refund.ts'
import { bankTransfer } from './records/bank-transfer.ts'
import { liveStates } from './records/attempt-queries.ts'
import { hasSeatsToMail, mailDueSeats } from './seats/mail-seats.ts'
import { scheduleSeatMails } from './seats/open-seats.ts'
import { verifyAttemptAndReschedule } from './settlement/verify-attempt.ts'

const minute = 60_000
const day = 1_440 * minute
/** Work that is older has lost its job, for example by a restore. */
const lateMs = 15 * minute
const eventRetentionMs = 90 * day
const batchSize = 200

/** Safe to repeat: records an answer once. */
const verify = defineJob({
  ...verifyAttemptJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { attempt_id }: { attempt_id: string }) =>
    verifyAttemptAndReschedule(ctx, attempt_id),
})

const handle = defineJob({
  ...handlePaymentEventJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { event_id }: { event_id: string }) => handleEvent(ctx, event_id),
  parked: (ctx: CtxWithoutTx, { event_id }: { event_id: string }) =>
    ctx.transact((tx) => setEventState(tx, event_id, 'failed')),
})

const refund = defineJob({
  ...processRefundJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { refund_id }: { refund_id: string }) => processRefund(ctx, refund_id),
})

const verifySetup = defineJob({
  ...verifyCardSetupJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { setup_id }: { setup_id: string }) => verifyCardSetup(ctx, setup_id),
})

/** Safe to repeat: a trial begins once. */
const startTrial = defineJob({
  ...startCardTrialJob,
  run: (ctx: Ctx, { order_id }: { order_id: string }) => startCardTrial(ctx, order_id),
})

const removeCard = defineJob({
  ...removeCardJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { card_id }: { card_id: string }) => removeCardAtProvider(ctx, card_id),
})

/** Safe to repeat: a mailed seat is not due. */
const mailSeats = defineJob({ ...mailSeatsJob, run: (ctx: Ctx) => mailDueSeats(ctx) })

/** Safe to repeat: a decision is recorded once. */
const dispute = defineJob({
  ...checkDisputeJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { dispute_id }: { dispute_id: string }) => checkDispute(ctx, dispute_id),
})

/** Staff decide about transfers with a proof, however long that takes. */
const notSubmitted = sql<boolean>`not exists (select from bank_transfers t
  where t.school_id = payment_attempts.school_id and t.id = payment_attempts.id and t.state = 'submitted')`

/** Finds attempts, refunds, webhooks and mails of seats without a job. */
export const findOpenPaymentsJob = defineJob({
  name: 'findOpenPayments',
  async run(ctx: Ctx) {
    const { tx, school_id, now } = ctx
    const late = new Date(now.getTime() - lateMs)
    const attempts = await tx
      .selectFrom('payment_attempts')
      .where('school_id', '=', school_id)
      .where('state', 'in', [...liveStates])
      .where('created_at', '<', late)
      // A transfer waits for days.
      .where((eb) => eb.or([eb('provider', '<>', bankTransfer), eb('expires_at', '<', late)]))
      .where(notSubmitted)
      .orderBy('created_at')
      .limit(batchSize)
      .select('id')
      .execute()
    for (const { id } of attempts)
      await ctx.enqueue(verifyAttemptJob, { attempt_id: id }, { job_key: `verify-payment/${id}` })
    const refunds = await tx
      .selectFrom('refunds')
      .where('school_id', '=', school_id)
      .where('state', 'in', ['requested', 'pending'])
      .where('created_at', '<', late)
      .orderBy('created_at')
      .limit(batchSize)
      .select('id')
      .execute()
    for (const { id } of refunds)
      await ctx.enqueue(processRefundJob, { refund_id: id }, { job_key: `refund/${id}` })
    const events = await tx
      .selectFrom('payment_events')
      .where('school_id', '=', school_id)
      .where('state', '=', 'received')
      .where('next_try_at', '<', late)
      .orderBy('next_try_at')
      .limit(batchSize)
      .select('id')
      .execute()
    for (const { id } of events)
      await ctx.enqueue(handlePaymentEventJob, { event_id: id }, { job_key: `payment-event/${id}` })
    if (await hasSeatsToMail(ctx, late)) await scheduleSeatMails(ctx, now)
  },
})

/** Safe to repeat: differences are stored once. */
export const reconcilePaymentsJob = defineJob({
  name: 'reconcilePayments',
  transaction: 'own',
  run: (ctx: CtxWithoutTx) => reconcileSchool(ctx),
})

/** Before the schools: it confirms their payments through the platform’s accounts. */
export const reconcilePlatformPaymentsJob = defineJob({
  name: 'reconcilePlatformPayments',
  transaction: 'own',
  run: (ctx: CtxWithoutTx) => reconcilePlatform(ctx),
})

/** Deletes handled webhooks after 90 days: their bodies contain names and addresses. */
export const deleteOldPaymentEventsJob = defineJob({
  name: 'deleteOldPaymentEvents',
  run: ({ tx, school_id, now }: Ctx) =>
    tx
      .deleteFrom('payment_events')
      .where('school_id', '=', school_id)
      .where('received_at', '<', new Date(now.getTime() - eventRetentionMs))
      .execute(),
})

export const jobs = [
  verify,
  handle,
  refund,
  dispute,
  verifySetup,
  startTrial,
  removeCard,
  mailSeats,
  findOpenPaymentsJob,
  deleteOldPaymentEventsJob,
  reconcilePaymentsJob,
  reconcilePlatformPaymentsJob,
]
export const schedules = [
  defineSchedule({ job: findOpenPaymentsJob, cron: '*/10 * * * *', runsFor: 'school' }),
  defineSchedule({ job: reconcilePlatformPaymentsJob, cron: '15 2 * * *', runsFor: 'platform' }),
  defineSchedule({ job: reconcilePaymentsJob, cron: '45 3 * * *', runsFor: 'school' }),
  defineSchedule({ job: deleteOldPaymentEventsJob, cron: '20 4 * * *', runsFor: 'school' }),
]
