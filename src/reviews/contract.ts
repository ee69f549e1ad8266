import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { OkReply, Id, Instant, PageOf, Nullable, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  review_not_allowed_yet: [403, 'You can review this course after you complete 30% of it.'],
})

const OneCourse = Type.Object({ course_id: Id })
const OneReview = Type.Object({ course_id: Id, student_id: Id })
const Rating = Type.Integer({ minimum: 1, maximum: 5 })

const said = {
  rating: Rating,
  review: Type.String(),
  reply: Type.String(),
  replied_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}

/** A review as visitors see it. */
export const PublicReview = Type.Object({
  /** First name and initial. */
  name: Type.String(),
  ...said,
})

export const StaffReview = Type.Object({
  student_id: Id,
  name: Type.String(),
  avatar_url: Nullable(Type.String()),
  ...said,
  is_hidden: Type.Boolean(),
})

const OwnReview = Type.Object({ ...said, is_hidden: Type.Boolean() })

export const listReviews = defineRoute({
  name: 'listReviews',
  method: 'GET',
  path: '/courses/v2/course-reviews/:course_id',
  access: 'public',
  summary: 'List the visible reviews of a course, newest first',
  params: OneCourse,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(PublicReview)],
})

export const listHighlightedReviews = defineRoute({
  name: 'listHighlightedReviews',
  method: 'GET',
  path: '/courses/v2/highlighted-reviews',
  access: 'public',
  summary: 'List the latest good reviews with a text, of the listed courses',
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          /** First name and initial. */
          name: Type.String(),
          rating: Rating,
          review: Type.String(),
          course_id: Id,
          course_name: Type.String(),
        }),
        { maxItems: 3 },
      ),
    }),
  ],
})

export const getMyReview = defineRoute({
  name: 'getMyReview',
  method: 'GET',
  path: '/courses/v2/course-reviews/:course_id/mine',
  access: 'student',
  summary: 'Get the student’s review of a course, and whether the student can write one',
  params: OneCourse,
  reply: [200, Type.Object({ may_review: Type.Boolean(), review: Nullable(OwnReview) })],
})

export const setMyReview = defineRoute({
  name: 'setMyReview',
  method: 'PUT',
  path: '/courses/v2/course-reviews/:course_id/mine',
  access: 'student',
  summary: 'Create or update the student’s review of a course',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: OneCourse,
  body: Type.Object({ rating: Rating, review: Type.Optional(Text(2_000)) }),
  reply: [200, OwnReview],
  refusals: ['not_enrolled', 'review_not_allowed_yet'],
})

export const deleteMyReview = defineRoute({
  name: 'deleteMyReview',
  method: 'DELETE',
  path: '/courses/v2/course-reviews/:course_id/mine',
  access: 'student',
  summary: 'Delete the student’s review',
  params: OneCourse,
  reply: [200, OkReply],
})

export const listReviewsForStaff = defineRoute({
  name: 'listReviewsForStaff',
  method: 'GET',
  path: '/courses/v2/course-reviews/:course_id/all',
  access: 'staff',
  summary: 'List all reviews of a course with their authors, newest first',
  params: OneCourse,
  query: Type.Object({
    ...PagingParams,
    rating: Type.Optional(Rating),
    /** Only reviews without a reply. */
    without_reply: Type.Optional(Type.Boolean()),
  }),
  csv: 'reviews',
  reply: [200, PageOf(StaffReview)],
  refusals: ['not_your_course'],
})

export const replyToReview = defineRoute({
  name: 'replyToReview',
  method: 'PUT',
  path: '/courses/v2/course-reviews/:course_id/students/:student_id/reply',
  access: 'staff',
  summary: 'Reply to a review; an empty reply deletes the previous one',
  params: OneReview,
  body: Type.Object({ reply: Text(2_000) }),
  reply: [200, StaffReview],
  refusals: ['not_your_course'],
})

export const setReviewHidden = defineRoute({
  name: 'setReviewHidden',
  method: 'PUT',
  path: '/courses/v2/course-reviews/:course_id/students/:student_id/hidden',
  access: 'staff',
  summary: 'Hide a review, or show it again',
  params: OneReview,
  body: Type.Object({ hidden: Type.Boolean() }),
  reply: [200, StaffReview],
  refusals: ['not_your_course'],
})
