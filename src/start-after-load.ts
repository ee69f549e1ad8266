import { reportUsage } from '#analytics/browser/report-usage.ts'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import { registerServiceWorker } from '#platform/client/page/service-worker.ts'

/** What a page starts when everything that the visitor came for is there, or with its first error. */
export async function startAfterLoad() {
  if (import.meta.env.PROD) registerServiceWorker()
  const { analytics, error_reports } = getBrowserApp().frame
  if (analytics.reports_events) reportUsage()
  if (!error_reports) return
  const { startErrorReports } = await import('#tenancy/client/start-error-reports.ts')
  startErrorReports()
}
