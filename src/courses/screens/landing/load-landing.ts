import type { RouterContextProvider } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { apiOf } from '#tenancy/client/page-request-context.ts'
import { throwNotFound, replyOrNotFound } from '#platform/client/api/not-found.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { getCourseDetails } from '../../contract.ts'

type Context = Readonly<RouterContextProvider>

export type LandingCourse = ApiReply<typeof getCourseDetails>
/** Loads the course of `selected_course_id` for a visitor; answers 404 if there is none. */
export async function loadLanding(context: Context, query: URLSearchParams): Promise<LandingCourse> {
  const course_id = query.get('selected_course_id') ?? ''
  if (!isUuid(course_id)) throwNotFound()
  return replyOrNotFound(apiOf(context)(getCourseDetails, { id: course_id }))
}
