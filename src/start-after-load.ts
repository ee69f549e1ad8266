import { reportUsage } from '#analytics/browser/report-usage.ts'
import { inBrowser } from '#platform/client/session/browser.ts'
import { keepOfflinePage } from '#platform/client/page/service-worker.ts'

/** What a page starts when everything that the visitor came for is there, or with its first error. */
export async function startLate() {
  if (import.meta.env.PROD) keepOfflinePage()
  const { analytics, error_reports } = inBrowser().frame
  if (analytics.reports_events) reportUsage()
  if (!error_reports) return
  const { startErrorReports } = await import('#platform/client/error-reports/start-error-reports.ts')
  startErrorReports()
}
