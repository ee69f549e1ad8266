import { startAnalytics } from '#tenancy/client/analytics/start-analytics.ts'
import { getBrowserApp, onSessionChange, sendWithFetch, apiHeaders } from '#tenancy/client/browser.ts'
import { onPageSignal, type PageSignal } from '#platform/client/api/page-signals.ts'
import { isSupportVisit, storedSession } from '#tenancy/client/session/session.ts'
import { declaredPage, eventOfCall, eventOfPage } from '../events.ts'

/** Performance mark set when reporting starts. */
const usageReportingMark = 'usage_reporting_started'

/** Reports usage events of the app, including those since the page was opened. Loaded when the page is idle. */
export function reportUsage() {
  const { frame, store } = getBrowserApp()
  const session = () => storedSession(store)
  // Support visits appear in the audit log of the school only.
  if (isSupportVisit(session())) return
  const analytics = startAnalytics({
    frame,
    session,
    // A production build writes nothing to the console.
    // oxlint-disable-next-line no-console
    log: (message, cause) => console.warn(message, cause ?? ''),
    post: (body) =>
      sendWithFetch({
        method: 'POST',
        path: '/api/analytics/v1',
        headers: { 'content-type': 'application/json', ...apiHeaders({ frame, store }) },
        body: JSON.stringify(body),
        keepalive: true,
      }),
  })
  onPageSignal((signal) => {
    if (signal.kind === 'call' && /^register|^acceptTeacherInvitation$/.test(signal.name))
      analytics.registered()
    const name = eventOf(signal)
    const page = name && declaredPage(name)
    if (name) analytics.track(name, page === undefined ? {} : { page })
  })
  onSessionChange(analytics.sessionChanged)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') analytics.flush()
  })
  window.addEventListener('pagehide', analytics.flush)
  performance.mark(usageReportingMark)
}

const eventOf = (signal: PageSignal) =>
  signal.kind === 'route' ? eventOfPage(signal.path) : eventOfCall(signal.name)
