import { getBrowserApp, sendWithFetch, apiHeaders } from '../browser.ts'
import { isSupportVisit, storedSession } from '../session/session.ts'

/** The logged data of a page visit. */
export function buildVisit(
  addressBar: { href: string },
  ids: { school_id: string; course_id?: string | undefined },
) {
  const address = new URL(addressBar.href)
  // A token in the address must not be logged.
  address.searchParams.delete('user_token')
  const { school_id, course_id } = ids
  return {
    action: 'SCHOOL_VISIT' as const,
    url: address.href.slice(0, 2_000),
    school_id,
    ...(course_id && { course_id }),
  }
}

/** Logs a visit of a page of the school. Failures are ignored. */
export async function logVisit(course_id?: string) {
  const { frame, store } = getBrowserApp()
  if (frame.host.kind !== 'school' || !frame.analytics.logs_visits) return
  const session = storedSession(store)
  // Support visits appear in the audit log of the school only.
  if (isSupportVisit(session)) return
  const visit = buildVisit(location, { school_id: frame.host.school.school_id, course_id })
  await sendWithFetch({
    method: 'POST',
    path: '/api/analytics/v1',
    headers: { 'content-type': 'application/json', ...apiHeaders({ frame, store }) },
    body: JSON.stringify({
      ...visit,
      ...(session?.details?._id && { user_id: session.details._id }),
      ...(session?.user_type && { user_type: session.user_type }),
    }),
  }).catch(() => null)
}
