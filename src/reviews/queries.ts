import { sql } from 'kysely'
import { addToRatings } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

export interface ReviewedCourse {
  id: string
  course_name: string
  course_is_public: boolean
  course_teacher_id: string | null
  created_by: string
  mirror_course_id: string | null
}

const courseQuery = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_name', 'course_is_public', 'course_teacher_id', 'created_by', 'mirror_course_id'])

export async function getReviewedCourse(ctx: Ctx, id: string): Promise<ReviewedCourse> {
  return ensureFound(await courseQuery(ctx, id).executeTakeFirst())
}

/** Locked until commit, so that the sum of the ratings includes every concurrent change. */
export async function lockReviewedCourse(ctx: Ctx, id: string): Promise<ReviewedCourse> {
  return ensureFound(await courseQuery(ctx, id).forNoKeyUpdate().executeTakeFirst())
}

export function findReview({ tx, school_id }: Ctx, course_id: string, user_id: string) {
  return tx
    .selectFrom('student_reviews')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', user_id)
    .select(['rating', 'review', 'reply', 'replied_at', 'hidden_at', 'created_at', 'updated_at'])
    .executeTakeFirst()
}

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

/** Selects reviews with their authors. */
export function selectReviews({ tx, school_id }: Ctx, course_id: string) {
  return tx
    .selectFrom('student_reviews as r')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'r.school_id').onRef('u.id', '=', 'r.user_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.course_id', '=', course_id)
    .select(['u.name', 'u.avatar_upload_id', 'u.erased_at', 'r.user_id', 'r.rating', 'r.review', 'r.reply'])
    .select(['r.replied_at', 'r.created_at', 'r.updated_at', 'r.hidden_at'])
}

/** Selects reviews of listed courses that speak for the school, newest first. */
export function selectHighlightedReviews({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('student_reviews as r')
    .innerJoin('courses as c', (on) =>
      on
        .onRef('c.school_id', '=', 'r.school_id')
        .onRef('c.id', '=', 'r.course_id')
        .on('c.course_is_public', '=', true)
        .on('c.is_hidden', '=', false)
        .on('c.deleted_at', 'is', null),
    )
    .innerJoin('users as u', (on) =>
      on
        .onRef('u.school_id', '=', 'r.school_id')
        .onRef('u.id', '=', 'r.user_id')
        .on('u.erased_at', 'is', null),
    )
    .where('r.school_id', '=', school_id)
    .where('r.hidden_at', 'is', null)
    .where('r.rating', '>=', 4)
    .where(sql<boolean>`length(r.review) >= 40`)
    .orderBy('r.created_at', 'desc')
    .select(['r.user_id', 'u.name', 'r.rating', 'r.review', 'r.course_id', 'c.course_name'])
}

interface Counted {
  rating: number
  hidden_at: Date | null
}

/** Updates sum and number of ratings of the locked course from the old to the new review. */
export async function updateRatingTotals(
  ctx: Ctx,
  course_id: string,
  { before, after }: { before: Counted | undefined; after: Counted | null },
) {
  const weigh = (review: Counted | null | undefined) => (review && !review.hidden_at ? review.rating : 0)
  const sum = weigh(after) - weigh(before)
  const count = Number(weigh(after) > 0) - Number(weigh(before) > 0)
  if (sum === 0 && count === 0) return
  await addToRatings(ctx, course_id, { sum, count })
}
