import { reportUsage } from '#analytics/browser/report-usage.ts'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import { registerServiceWorker } from '#platform/client/page/service-worker.ts'

/** Starts what is not needed for the first view, after it has loaded or at the first error. */
export async function startAfterLoad() {
  if (import.meta.env.PROD) registerServiceWorker()
  const { analytics, error_reports } = getBrowserApp().frame
  if (analytics.reports_events) reportUsage()
  if (!error_reports) return
  const { startErrorReports } = await import('#tenancy/client/start-error-reports.ts')
  startErrorReports()
}
