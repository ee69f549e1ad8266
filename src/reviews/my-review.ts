import { getCourseProgress, findEnrolment } from '#learning/index.ts'
import { notify } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publishEvent } from '#webhooks/index.ts'
import type * as contract from './contract.ts'
import { mayReview, type Learner } from './policy.ts'
import {
  lockReviewedCourse,
  getReviewedCourse,
  updateRatingTotals,
  findReview,
  type ReviewedCourse,
  type ReviewRow,
} from './queries.ts'

export async function getMyReview(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getMyReview>,
): Promise<Reply<typeof contract.getMyReview>> {
  await getReviewedCourse(ctx, course_id)
  const review = await findReview(ctx, course_id, ctx.actor.id)
  return reply(review, await learner(ctx, course_id, review !== undefined))
}

/** The same for a student whose enrolment and progress are already loaded. */
export async function reviewStateForLearner(
  ctx: Ctx,
  course_id: string,
  learner: Omit<Learner, 'has_reviewed'>,
): Promise<Reply<typeof contract.getMyReview>> {
  const review = await findReview(ctx, course_id, ctx.actor.id)
  return reply(review, { ...learner, has_reviewed: review !== undefined })
}

const reply = (review: ReviewRow | undefined, learner: Learner | null) => ({
  may_review: mayReview(learner).allowed,
  review: review ? own(review) : null,
})

/** Writes the student's only review; an equal review changes nothing. */
export async function setMyReview(
  ctx: Ctx,
  { course_id, rating, review = '' }: Input<typeof contract.setMyReview>,
): Promise<Reply<typeof contract.setMyReview>> {
  const { tx, school_id, actor, now } = ctx
  const course = await lockReviewedCourse(ctx, course_id)
  const before = await findReview(ctx, course_id, actor.id)
  ensureAllowed(mayReview(await learner(ctx, course_id, before !== undefined)))
  const words = review.trim()
  if (before && before.rating === rating && before.review === words) return own(before)

  const after = await tx
    .insertInto('student_reviews')
    .values({
      school_id,
      course_id,
      user_id: actor.id,
      rating,
      review: words,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'course_id', 'user_id'])
        .doUpdateSet({ rating, review: words, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateRatingTotals(ctx, course_id, { before, after })
  if (!before) await tellTeacher(ctx, course, rating)
  markSchoolChangedIfPublic(ctx, course)
  await publishEvent(ctx, {
    type: 'review.posted',
    object: `review/${course_id}/${actor.id}`,
    data: { course_id, student_id: actor.id, rating, review: words, is_first: !before },
  })
  return own(after)
}

export async function deleteMyReview(ctx: Ctx, { course_id }: Input<typeof contract.deleteMyReview>) {
  const course = await lockReviewedCourse(ctx, course_id)
  const before = await ctx.tx
    .deleteFrom('student_reviews')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', ctx.actor.id)
    .returning(['rating', 'hidden_at'])
    .executeTakeFirst()
  await updateRatingTotals(ctx, course_id, { before, after: null })
  if (before) markSchoolChangedIfPublic(ctx, course)
  return okReply
}

async function learner(ctx: Ctx, course_id: string, has_reviewed: boolean): Promise<Learner | null> {
  const enrolment = await findEnrolment(ctx, course_id, ctx.actor.id)
  if (!enrolment) return null
  const progress = await getCourseProgress(ctx, { course_ids: [course_id], user_ids: [ctx.actor.id] })
  const { percentage } = progress(course_id, ctx.actor.id)
  return { status: enrolment.status, completed_at: enrolment.completed_at, percentage, has_reviewed }
}

async function tellTeacher(ctx: Ctx, course: ReviewedCourse, rating: number) {
  await notify(ctx, {
    user_id: course.course_teacher_id ?? course.created_by,
    kind: 'review_of_course',
    data: { course_id: course.id, course_name: course.course_name, rating },
  })
}

/** The averages are part of cached public pages. */
export function markSchoolChangedIfPublic(ctx: Ctx, course: ReviewedCourse) {
  if (course.course_is_public) ctx.invalidateSchool()
}

const own = ({ rating, review, reply, replied_at, hidden_at, created_at, updated_at }: ReviewRow) => ({
  rating,
  review,
  reply,
  replied_at,
  is_hidden: hidden_at !== null,
  created_at,
  updated_at,
})
