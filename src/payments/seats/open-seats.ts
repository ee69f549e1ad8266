import { startOfLocalDay } from '#lib/dates/local-day.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mailSeatsJob } from '../job-handles.ts'
import type { LineRow } from '../orders/order-queries.ts'

const morningMs = 8 * 3_600_000

/** When a gift is mailed: at 8 in the morning of its day in the school's time zone, or now. */
export function mailTimeOf({ school, now }: Pick<Ctx, 'school' | 'now'>, send_on: string | null): Date {
  if (send_on === null) return now
  const morning = startOfLocalDay(school?.time_zone ?? 'UTC', send_on).getTime() + morningMs
  return new Date(Math.max(morning, now.getTime()))
}

/**
 * Opens what a paid line gives to others: a gift is mailed on its day; seats wait for the buyer, who invites people. Nobody is
 * entitled before taking a seat. Safe to repeat.
 */
export async function openSeats(ctx: Ctx, line: Pick<LineRow, 'id' | 'purpose'>): Promise<void> {
  const { tx, school_id } = ctx
  if (line.purpose !== 'gift') return
  const gift = await tx
    .selectFrom('seats')
    .where('school_id', '=', school_id)
    .where('line_id', '=', line.id)
    .where('state', '=', 'unpaid')
    .select(['id', 'email', 'send_on'])
    .executeTakeFirst()
  if (!gift) return
  // The address is missing if the recipient's data was erased meanwhile: then the buyer enters another.
  const mail_due_at = gift.email === null ? null : mailTimeOf(ctx, gift.send_on)
  await tx
    .updateTable('seats')
    .set({ state: 'invited', mail_due_at })
    .where('school_id', '=', school_id)
    .where('id', '=', gift.id)
    .execute()
  if (mail_due_at) await scheduleSeatMails(ctx, mail_due_at)
}

/** Runs the job that mails seats at this time. Jobs of other times stay. */
export const scheduleSeatMails = (ctx: Ctx, run_at: Date) =>
  ctx.enqueue(mailSeatsJob, {}, { run_at, job_key: `mail-seats/${run_at.toISOString()}`, priority: 'soon' })

/** Why nobody can take seats of a line any more. */
type ClosingReason = 'refunded' | 'disputed'

/** Ends the taking of seats of a line: links and codes do not work any more. */
export async function closeSeats(
  { tx, school_id }: Ctx,
  line_id: string,
  reason: ClosingReason,
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ seats_closed: reason })
    .where('school_id', '=', school_id)
    .where('id', '=', line_id)
    .where('purpose', '<>', 'self')
    .execute()
}

/** Lets people take seats again that were closed for this reason: a refund failed, or a dispute was won. */
export async function reopenSeats(ctx: Ctx, line_id: string, reason: ClosingReason): Promise<void> {
  const { tx, school_id } = ctx
  const opened = await tx
    .updateTable('order_lines')
    .set({ seats_closed: null })
    .where('school_id', '=', school_id)
    .where('id', '=', line_id)
    .where('seats_closed', '=', reason)
    .returning('id')
    .executeTakeFirst()
  // Mails that were due meanwhile.
  if (opened) await scheduleSeatMails(ctx, ctx.now)
}
