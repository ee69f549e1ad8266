import type { Ctx } from '#tenancy/context/request-context.ts'
import { countUnprovedMail, lockExternalMailAllowance } from './external-mail.ts'
import { deliverMailJob, sendDeferredMailsJob } from './job-handles.ts'

/** 100 per minute, like invitations. */
const batchSize = 50
const pauseMs = 30_000

/** Schedules the job that sends deferred mail; without `run_at` it runs now. Replaces a scheduled run. */
export const scheduleDeferredMails = (ctx: Ctx, run_at?: Date) =>
  ctx.enqueue(
    sendDeferredMailsJob,
    {},
    { priority: 'late', job_key: 'sendDeferredMails', ...(run_at && { run_at }) },
  )

/**
 * Queues the oldest deferred mails within the day's allowance, and schedules the next run: in half a minute, or
 * on the next day if the allowance is used up. A mail is counted, queued and scheduled in one transaction.
 */
export async function sendDeferredMailBatch(ctx: Ctx) {
  const { tx, school_id, now } = ctx
  const { remaining, resumes_at } = await lockExternalMailAllowance(ctx)
  if (remaining === 0)
    return (await countDeferredMails(ctx, 1)) > 0 ? scheduleDeferredMails(ctx, resumes_at) : undefined
  const limit = Math.min(batchSize, remaining)
  const mails = await deferredMails(ctx)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  if (mails.length === 0) return
  await countUnprovedMail(ctx, mails.length)
  const ids = mails.map(({ id }) => id)
  await tx
    .updateTable('mail_outbox')
    .set({ status: 'queued' })
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .execute()
  for (const mail_id of ids) await ctx.enqueue(deliverMailJob, { mail_id })
  if (mails.length === limit)
    await scheduleDeferredMails(ctx, limit < remaining ? new Date(now.getTime() + pauseMs) : resumes_at)
}

/** Number of mails that wait for the allowance, counted up to `max`. */
export async function countDeferredMails(ctx: Ctx, max: number): Promise<number> {
  const { count } = await ctx.tx
    .selectFrom(deferredMails(ctx).limit(max).as('deferred'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const deferredMails = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('mail_outbox')
    .where('school_id', '=', school_id)
    .where('status', '=', 'deferred')
    .select('id')
