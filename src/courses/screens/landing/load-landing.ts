import type { RouterContextProvider } from 'react-router'
import type { Answered } from '#platform/client/api/client.ts'
import { apiOf, nothingHere, orNotFound } from '#platform/client/api/request-context.ts'
import { getCourseDetails } from '../../contract.ts'

type Context = Readonly<RouterContextProvider>

export type LandingCourse = Answered<typeof getCourseDetails>
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The course that `selected_course_id` names, as a visitor sees it; the page of a 404 for none. */
export async function loadLanding(context: Context, query: URLSearchParams): Promise<LandingCourse> {
  const course_id = query.get('selected_course_id') ?? ''
  if (!uuid.test(course_id)) nothingHere()
  return orNotFound(apiOf(context)(getCourseDetails, { id: course_id }))
}
