import { mayEditCourse } from '#courses/index.ts'
import { notify } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { staffReviewView } from './list-reviews.ts'
import { markSchoolChangedIfPublic } from './my-review.ts'
import {
  lockReviewedCourse,
  updateRatingTotals,
  findReview,
  selectReviews,
  type ReviewRow,
} from './queries.ts'

type Named = { course_id: string; student_id: string }

export async function replyToReview(
  ctx: Ctx,
  { reply, ...named }: Input<typeof contract.replyToReview>,
): Promise<Reply<typeof contract.replyToReview>> {
  const { course, review } = await reviewToModerate(ctx, named)
  const words = reply.trim()
  if (words !== review.reply) {
    const by = { replied_by: ctx.actor.id, replied_at: ctx.now }
    const nobody = { replied_by: null, replied_at: null }
    await write(ctx, named, { reply: words, ...(words === '' ? nobody : by) })
    await ctx.audit('review.replied', ['course', course.id], { student_id: named.student_id })
    if (words !== '' && review.reply === '')
      await notify(ctx, {
        user_id: named.student_id,
        kind: 'reply_to_review',
        data: { course_id: course.id, course_name: course.course_name },
      })
    markSchoolChangedIfPublic(ctx, course)
  }
  return asStaffSee(ctx, named)
}

export async function setReviewHidden(
  ctx: Ctx,
  { hidden, ...named }: Input<typeof contract.setReviewHidden>,
): Promise<Reply<typeof contract.setReviewHidden>> {
  const { course, review } = await reviewToModerate(ctx, named)
  if (hidden !== (review.hidden_at !== null)) {
    const change = hidden
      ? { hidden_at: ctx.now, hidden_by: ctx.actor.id }
      : { hidden_at: null, hidden_by: null }
    await write(ctx, named, change)
    await updateRatingTotals(ctx, course.id, { before: review, after: { ...review, ...change } })
    await ctx.audit(hidden ? 'review.hidden' : 'review.shown', ['course', course.id], {
      student_id: named.student_id,
    })
    markSchoolChangedIfPublic(ctx, course)
  }
  return asStaffSee(ctx, named)
}

async function reviewToModerate(ctx: Ctx, { course_id, student_id }: Named) {
  const course = await lockReviewedCourse(ctx, course_id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  return { course, review: ensureFound(await findReview(ctx, course_id, student_id)) }
}

function write(ctx: Ctx, { course_id, student_id }: Named, change: Partial<ReviewRow>) {
  return ctx.tx
    .updateTable('student_reviews')
    .set(change)
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', student_id)
    .execute()
}

async function asStaffSee(ctx: Ctx, { course_id, student_id }: Named) {
  return staffReviewView(
    await selectReviews(ctx, course_id).where('r.user_id', '=', student_id).executeTakeFirstOrThrow(),
  )
}
