import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { schoolAttributes } from '#tenancy/context/school-attributes.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { sendDeferredMailBatch } from './deferred-mails.ts'
import { deliverMailJob, sendDeferredMailsJob } from './job-handles.ts'
import { isPermanentSmtpError, sendOverSmtp } from '#platform/mail-transport/smtp-transport.ts'

interface Payload {
  mail_id: string
}

/** Same as the queue's number of attempts. */
const maxAttempts = 5
/** Longer than a delivery to the mail server can take. */
const claimSeconds = 90

/**
 * Delivers one mail to the mail server, or marks it captured if none is configured. A sent mail is not sent
 * again; only a crash between the server's confirmation and our commit can repeat one, with the same Message-ID.
 */
export const deliverMailJobDefinition = defineJob({
  ...deliverMailJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { mail_id }: Payload) {
    const mail = await ctx.transact((txCtx) => claim(txCtx, mail_id))
    if (!mail) return
    if (!ctx.config.smtpUrl) return ctx.transact((txCtx) => recordDelivery(txCtx, mail_id, 'captured'))
    try {
      await sendOverSmtp(ctx.config, mail, schoolAttributes(mail.school_id))
    } catch (error) {
      const gaveUp = isPermanentSmtpError(error) || mail.attempts >= maxAttempts
      await ctx.transact((txCtx) => noteFailure(txCtx, mail_id, { error, gaveUp }))
      // A failed mail is stored with its error; the job does not retry it.
      if (gaveUp) return
      throw error
    }
    await ctx.transact((txCtx) => recordDelivery(txCtx, mail_id, 'sent'))
  },
  parked: (ctx: CtxWithoutTx, { mail_id }: Payload) =>
    ctx.transact((txCtx) => resumeDelivery(txCtx, mail_id)),
})

/** Locks a pending mail. The second of two workers with the same job waits here and then sees the first one's claim. */
const lockQueuedMail = ({ tx, school_id }: Ctx, mail_id: string) =>
  tx
    .selectFrom('mail_outbox')
    .where('school_id', '=', school_id)
    .where('id', '=', mail_id)
    .where('status', '=', 'queued')
    .select([
      'school_id',
      'id',
      'sender_name',
      'sender_address',
      'recipient',
      'subject',
      'html',
      'text',
      'attempts',
      'claimed_until',
    ])
    .forUpdate()
    .executeTakeFirst()

/**
 * Claims a pending mail for this worker. Null if it is finished, or if another worker has it: the end of that claim is
 * the time of a new job.
 */
async function claim(ctx: Ctx, mail_id: string) {
  const { tx, school_id } = ctx
  const mail = await lockQueuedMail(ctx, mail_id)
  if (!mail) return null
  if (mail.claimed_until && mail.claimed_until > new Date()) {
    await ctx.enqueue(deliverMailJob, { mail_id }, { run_at: mail.claimed_until })
    return null
  }
  await tx
    .updateTable('mail_outbox')
    .set({ attempts: mail.attempts + 1, claimed_until: new Date(Date.now() + claimSeconds * 1000) })
    .where('school_id', '=', school_id)
    .where('id', '=', mail_id)
    .execute()
  return { ...mail, attempts: mail.attempts + 1 }
}

/** Two workers died while they had the mail, by whatever cause: it is tried again until its attempts are used up. */
async function resumeDelivery(ctx: Ctx, mail_id: string) {
  const mail = await lockQueuedMail(ctx, mail_id)
  if (!mail) return
  if (mail.attempts < maxAttempts)
    return ctx.enqueue(deliverMailJob, { mail_id }, { run_at: mail.claimed_until ?? new Date() })
  const error = new Error('The workers that sent it ended')
  await noteFailure(ctx, mail_id, { error, gaveUp: true })
}

async function recordDelivery({ tx, school_id }: Ctx, mail_id: string, status: 'sent' | 'captured') {
  await tx
    .updateTable('mail_outbox')
    .set({ status, sent_at: new Date(), last_error: null, claimed_until: null })
    .where('school_id', '=', school_id)
    .where('id', '=', mail_id)
    .execute()
}

async function noteFailure(
  { tx, school_id }: Ctx,
  mail_id: string,
  { error, gaveUp }: { error: unknown; gaveUp: boolean },
) {
  const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await tx
    .updateTable('mail_outbox')
    .set({ last_error, claimed_until: null, ...(gaveUp && { status: 'failed' }) })
    .where('school_id', '=', school_id)
    .where('id', '=', mail_id)
    .execute()
}

/** Safe to repeat: a queued mail is not deferred any more. */
export const sendDeferredMailsJobDefinition = defineJob({
  ...sendDeferredMailsJob,
  run: (ctx: Ctx) => sendDeferredMailBatch(ctx),
})

export const jobs = [deliverMailJobDefinition, sendDeferredMailsJobDefinition]
