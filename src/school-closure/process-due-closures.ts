import { withSchool } from '#accounts/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { eraseClosedSchoolJob, erasureJobKey } from './job-handles.ts'
import { mailClosingUpdate } from './mails.ts'
import { lockClosing, listOpenClosings, type ClosingRow } from './queries.ts'

const dayMs = 86_400_000
const notices = [
  { news: 'one_week_left', column: 'week_notice_sent_at', before: 7 * dayMs },
  { news: 'one_day_left', column: 'day_notice_sent_at', before: dayMs },
] as const

/** Notifies owners before the end, and enqueues due erasures, including those of parked or lost jobs. */
export async function processDueClosures(ctx: CtxWithoutTx) {
  const { now } = ctx
  const closings = await listOpenClosings(ctx)
  for (const row of closings) {
    if (row.erasing_at || row.erase_at <= now) {
      const closed_school_id = row.school_id
      const job_key = erasureJobKey(closed_school_id)
      await ctx.transact((txCtx) => txCtx.enqueue(eraseClosedSchoolJob, { closed_school_id }, { job_key }))
    } else if (notices.some((notice) => isDue(row, notice, now)))
      await withSchool(ctx, row.school_id, (txCtx) => tellDue(txCtx))
  }
}

type Notice = (typeof notices)[number]

/** Skips a notice whose time had passed when the closing began: the first mail contained it. */
const isDue = (row: ClosingRow, { column, before }: Notice, now: Date) =>
  row[column] === null &&
  row.erase_at.getTime() - now.getTime() <= before &&
  row.erase_at.getTime() - row.started_at.getTime() > before

/** Mail and mark commit together, so a repeated run notifies nobody twice. */
async function tellDue(ctx: Ctx) {
  const row = await lockClosing(ctx)
  if (!row || row.erasing_at) return
  const due = notices.filter((notice) => isDue(row, notice, ctx.now))
  const last = due.at(-1)
  if (!last) return
  const noticeColumns = Object.fromEntries(due.map(({ column }) => [column, ctx.now]))
  await ctx.tx
    .updateTable('school_closings')
    .set(noticeColumns)
    .where('school_id', '=', ctx.school_id)
    .execute()
  await mailClosingUpdate(ctx, last.news, row)
}
