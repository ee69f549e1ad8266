import { sql, type Expression } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

// Columns of a course that other domains keep up to date, each next to the rows that it sums up.

const courseOf = ({ tx, school_id }: Ctx, id: string) =>
  tx.updateTable('courses').where('school_id', '=', school_id).where('id', '=', id)

/** Adds to the sum and the number of a course's ratings. The caller holds the course's row lock. */
export async function addToRatings(
  ctx: Ctx,
  course_id: string,
  { sum, count }: { sum: number; count: number },
) {
  await courseOf(ctx, course_id)
    .set({ rating_sum: sql`rating_sum + ${sum}`, rating_count: sql`rating_count + ${count}` })
    .execute()
}

/** Stores whether exceptions from locks exist: readers look for them only then. The caller holds the row lock. */
export async function setHasLockExceptions(ctx: Ctx, course_id: string, exists: Expression<boolean>) {
  await courseOf(ctx, course_id).set({ has_lock_exceptions: exists }).execute()
}

/** Makes the sample course a course like any other. */
export async function unmarkSample(ctx: Ctx, course_id: string) {
  await courseOf(ctx, course_id).set({ is_sample: false }).execute()
}
