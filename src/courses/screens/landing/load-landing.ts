import type { RouterContextProvider } from 'react-router'
import type { Answered } from '#platform/client/api/client.ts'
import { apiOf, nothingHere, orNotFound } from '#platform/client/api/request-context.ts'
import { listReviews } from '#reviews/contract.ts'
import { getCourseDetails } from '../../contract.ts'

type Context = Readonly<RouterContextProvider>

export type LandingCourse = Answered<typeof getCourseDetails>
export type LandingReviews = Answered<typeof listReviews>

export interface Landing {
  course: LandingCourse
  reviews: LandingReviews
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const none: LandingReviews = { data: [], next_cursor: null }

/**
 * The course that `selected_course_id` names, as a visitor sees it, with what its students say; the page of a 404 for
 * none. `reviews` is the cursor of an earlier page's last review.
 */
export async function loadLanding(context: Context, query: URLSearchParams): Promise<Landing> {
  const course_id = query.get('selected_course_id') ?? ''
  if (!uuid.test(course_id)) nothingHere()
  const api = apiOf(context)
  const course = await orNotFound(api(getCourseDetails, { id: course_id }))
  if (course.rating_count === 0) return { course, reviews: none }
  const cursor = query.get('reviews')
  // A cursor that somebody made up shows the page without reviews.
  const reviews = await api(listReviews, { course_id, limit: 6, ...(cursor && { cursor }) }).catch(() => none)
  return { course, reviews }
}
