import { useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import { errorReporting, reportedUser } from '#platform/client/error-reports/error-reporting.ts'
import { navigatedLink } from '#platform/client/page/navigated-link.ts'
import { replacesHistoryEntry } from './history-entry.ts'
import { emitPageSignal } from '#platform/client/api/page-signals.ts'
import { chatRefreshEvent, createRouteEvents } from './create-route-events.ts'
import { storedSession } from '#tenancy/client/session/session.ts'
import { logVisit } from '#tenancy/client/analytics/log-visit.ts'
import classes from './route-events.module.css'

/** The progress bar and other reactions to a change of route. Part of every page that hydrates. */
export function RouteEvents({ failed }: { failed: boolean }) {
  const [barShown, setBarShown] = useState(false)
  const { state } = useNavigation()
  const course_id = useCourseInSight()
  const [events] = useState(() =>
    createRouteEvents({
      showBar: () => setBarShown(true),
      hideBar: () => setBarShown(false),
      logVisit(id) {
        emitPageSignal({ kind: 'route', path: location.pathname })
        void logVisit(id)
      },
      refreshChatWidget: () => window.dispatchEvent(new CustomEvent(chatRefreshEvent)),
      setErrorReportingUser: () => errorReporting.setUser(reportedUser(storedSession(getBrowserApp().store))),
    }),
  )
  useEffect(
    () => window.watchDocumentNavigation?.({ started: events.started, ended: events.settled }),
    [events],
  )
  useReplacingLinks()
  // Runs after the fields have taken over the text typed before hydration.
  useEffect(() => void setTimeout(() => window.keptPresses?.()), [])
  const section = useRouteKey()
  useEffect(() => {
    if (state === 'idle') events.settled()
    else events.started()
  }, [state, events])
  useEffect(() => {
    if (failed) events.failed()
    else events.completed(course_id)
  }, [section, course_id, failed, events])
  return <div className={classes.bar} data-shown={barShown || undefined} aria-hidden="true" />
}

/** A changed filter or tab is the same route; a changed topic or course is another one. */
function useRouteKey() {
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  return [pathname, parameters.get('topic'), parameters.get('selected_course_id')].join(' ')
}

function useCourseInSight() {
  const { params } = useMatches().at(-1) ?? {}
  const selected = new URLSearchParams(useLocation().search).get('selected_course_id')
  return params?.course_id ?? selected ?? undefined
}

/** Links that change `creator_preview` lead to pages of the app, which the router would add to the history. */
function useReplacingLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = navigatedLink(event)
      if (!link || isPublicCourse(link) || !replacesHistoryEntry(location, link)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash, { replace: true })
    }
    // In the capture phase, before the handler of the router.
    document.addEventListener('click', follow, true)
    return () => document.removeEventListener('click', follow, true)
  }, [navigate])
}

/** A public page is loaded as a document: `watchDocumentNavigation` replaces the entry. */
const isPublicCourse = ({ pathname }: HTMLAnchorElement) => pathname === '/'
