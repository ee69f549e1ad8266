import type { RouterContextProvider } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { apiOf } from '#tenancy/client/page-request-context.ts'
import { throwNotFound, replyOrNotFound } from '#platform/client/api/not-found.ts'
import { getCourseDetails } from '../../contract.ts'

type Context = Readonly<RouterContextProvider>

export type LandingCourse = ApiReply<typeof getCourseDetails>
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Loads the course of `selected_course_id` for a visitor; answers 404 if there is none. */
export async function loadLanding(context: Context, query: URLSearchParams): Promise<LandingCourse> {
  const course_id = query.get('selected_course_id') ?? ''
  if (!uuid.test(course_id)) throwNotFound()
  return replyOrNotFound(apiOf(context)(getCourseDetails, { id: course_id }))
}
