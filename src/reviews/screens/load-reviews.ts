import type { ApiReply, Api } from '#platform/client/api/client.ts'
import { listReviews } from '../contract.ts'

export type CourseReviews = ApiReply<typeof listReviews>

const none: CourseReviews = { data: [], next_cursor: null }

/** Loads the public reviews of a course after `cursor`. */
export async function loadReviews(
  api: Api,
  course: { id: string; rating_count: number },
  cursor: string | null,
) {
  if (course.rating_count === 0) return none
  // With an invalid cursor the page shows no reviews.
  return api(listReviews, { course_id: course.id, limit: 6, ...(cursor && { cursor }) }).catch(() => none)
}
