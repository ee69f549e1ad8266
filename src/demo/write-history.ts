import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DemoEnrolment } from './history.ts'
import { historyRows } from './rows/history-rows.ts'
import type { DemoSchool } from './types.ts'

/** Enrolments with their events, notifications and progress. */
export async function writeHistory(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  history: DemoEnrolment[],
) {
  const rows = history.map((attendance) => historyRows({ school, school_id, now }, attendance))
  await tx
    .insertInto('enrolments')
    .values(rows.map((row) => row.enrolment))
    .execute()
  await tx
    .insertInto('enrolment_events')
    .values(rows.flatMap((row) => row.events))
    .execute()
  await tx
    .insertInto('notifications')
    .values(rows.flatMap((row) => row.notifications))
    .execute()
  await tx
    .insertInto('content_progress')
    .values(rows.flatMap((row) => row.progress))
    .execute()
}
