import { inSchoolOf } from '#accounts/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { eraseClosedSchool, erasureKey } from './job-handles.ts'
import { tellOwners } from './mails.ts'
import { closingToChange, openClosings, type ClosingRow } from './queries.ts'

const dayMs = 86_400_000
const notices = [
  { news: 'week', column: 'week_told_at', before: 7 * dayMs },
  { news: 'day', column: 'day_told_at', before: dayMs },
] as const

/** Tells owners what is near, and has erased what is due, also what a parked or lost job left. */
export async function tendClosings(ctx: OwnCtx) {
  const { now } = ctx
  const closings = await openClosings(ctx)
  for (const row of closings) {
    if (row.erasing_at || row.erase_at <= now) {
      const closed_school_id = row.school_id
      const job_key = erasureKey(closed_school_id)
      await ctx.transact((inside) => inside.enqueue(eraseClosedSchool, { closed_school_id }, { job_key }))
    } else if (notices.some((notice) => isDue(row, notice, now)))
      await inSchoolOf(ctx, row.school_id, (inside) => tellDue(inside))
  }
}

type Notice = (typeof notices)[number]

/** One that was near already as the closing began says nothing that its first mail did not. */
const isDue = (row: ClosingRow, { column, before }: Notice, now: Date) =>
  row[column] === null &&
  row.erase_at.getTime() - now.getTime() <= before &&
  row.erase_at.getTime() - row.begun_at.getTime() > before

/** Mail and mark commit together, so a run that is repeated tells nobody twice. */
async function tellDue(ctx: Ctx) {
  const row = await closingToChange(ctx)
  if (!row || row.erasing_at) return
  const due = notices.filter((notice) => isDue(row, notice, ctx.now))
  const last = due.at(-1)
  if (!last) return
  const told = Object.fromEntries(due.map(({ column }) => [column, ctx.now]))
  await ctx.tx.updateTable('school_closings').set(told).where('school_id', '=', ctx.school_id).execute()
  await tellOwners(ctx, last.news, row)
}
