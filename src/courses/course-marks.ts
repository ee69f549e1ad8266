import { sql, type Expression } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

// Course columns that other domains update, each with the rows that it summarises.

const courseOf = ({ tx, school_id }: Ctx, id: string) =>
  tx.updateTable('courses').where('school_id', '=', school_id).where('id', '=', id)

/** Adds to sum and number of a course's ratings. The caller must hold the course's row lock. */
export async function addToRatings(
  ctx: Ctx,
  course_id: string,
  { sum, count }: { sum: number; count: number },
) {
  await courseOf(ctx, course_id)
    .set({ rating_sum: sql`rating_sum + ${sum}`, rating_count: sql`rating_count + ${count}` })
    .execute()
}

/**
 * Stores whether lock exceptions exist, so that readers look them up only then. The caller must hold the row
 * lock.
 */
export async function setHasLockExceptions(ctx: Ctx, course_id: string, exists: Expression<boolean>) {
  await courseOf(ctx, course_id).set({ has_lock_exceptions: exists }).execute()
}

/** Turns the sample course into an ordinary course. */
export async function unmarkSample(ctx: Ctx, course_id: string) {
  await courseOf(ctx, course_id).set({ is_sample: false }).execute()
}
