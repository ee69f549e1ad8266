import { getBrowserApp, onSessionChange, sendWithFetch, apiHeaders } from './browser.ts'
import {
  errorReporting,
  reportedUser,
  setErrorReporter,
} from '#platform/client/error-reports/error-reporting.ts'
import { isSupportVisit, storedSession } from './session/session.ts'
import { startSentry } from '#platform/client/error-reports/sentry-reporter.ts'

/** Starts error reporting in the app. Loaded when the page is idle, or with the first error. */
export function startErrorReports() {
  const { frame, store } = getBrowserApp()
  const session = () => storedSession(store)
  // Errors during support visits are not reported, because they may contain texts of schools.
  if (isSupportVisit(session())) return
  setErrorReporter(
    startSentry({
      ...frame.error_reports!,
      hasConsent() {
        const purposes = session()?.details?.consented_purposes
        return Array.isArray(purposes) && purposes.includes('error_reports')
      },
      post: (path, body) =>
        sendWithFetch({
          method: 'POST',
          path: `/api/error-reports/v1/${path}`,
          headers: { 'content-type': 'application/json', ...apiHeaders({ frame, store }) },
          body: JSON.stringify(body),
          keepalive: body.envelope.length < 10_000,
        }),
    }),
  )
  // Session or consent may have changed.
  onSessionChange(() => errorReporting.setUser(reportedUser(session())))
}
