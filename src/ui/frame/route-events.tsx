import { useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import { inBrowser } from '#platform/client/browser.ts'
import { errorReporting } from '#platform/client/error-reporting.ts'
import { chatRefreshEvent, createRouteEvents } from '#platform/client/route-events.ts'
import { storedSession } from '#platform/client/session.ts'
import { logVisit } from '#platform/client/visits.ts'
import classes from './route-events.module.css'

/** The progress bar, and what else follows each change of route. Stands in every page that hydrates. */
export function RouteEvents({ failed }: { failed: boolean }) {
  const [barShown, setBarShown] = useState(false)
  const { state } = useNavigation()
  const course_id = useCourseInSight()
  const [events] = useState(() =>
    createRouteEvents({
      showBar: () => setBarShown(true),
      hideBar: () => setBarShown(false),
      logVisit: (id) => void logVisit(id),
      refreshChatWidget: () => window.dispatchEvent(new CustomEvent(chatRefreshEvent)),
      setErrorReportingUser,
    }),
  )
  // After the fields have taken up what was typed before.
  useEffect(() => void setTimeout(() => window.keptPresses?.()), [])
  const place = usePlaceInSight()
  useEffect(() => {
    if (state === 'idle') events.settled()
    else events.started()
  }, [state, events])
  useEffect(() => {
    if (failed) events.failed()
    else events.completed(course_id)
  }, [place, course_id, failed, events])
  return <div className={classes.bar} data-shown={barShown || undefined} aria-hidden="true" />
}

/** A filter or a tab in the address is no other route; another topic or course is. */
function usePlaceInSight() {
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  return [pathname, parameters.get('topic'), parameters.get('selected_course_id')].join(' ')
}

function useCourseInSight() {
  const { params } = useMatches().at(-1) ?? {}
  const selected = new URLSearchParams(useLocation().search).get('selected_course_id')
  return params?.course_id ?? selected ?? undefined
}

function setErrorReportingUser() {
  const session = storedSession(inBrowser().store)
  const id = session?.details?._id
  errorReporting.setUser(id ? { id, user_type: session.user_type ?? 'Unknown' } : null)
}
