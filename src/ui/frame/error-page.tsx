import { isRouteErrorResponse } from 'react-router'
import { FallbackErrorPage } from './fallback-error-page.tsx'
import { StatusPage } from './status-page.tsx'

/**
 * On the server, a branded page for missing or forbidden pages; in the browser, the fallback page of the
 * specification. `tenancy/pages/server-error-page.ts` answers failures on the server, and the browser shows the
 * same fallback.
 */
export function ErrorPage({ error }: { error: unknown }) {
  if (!import.meta.env.SSR) return <FallbackErrorPage />
  if (!isRouteErrorResponse(error) || error.status >= 500) return null
  return <StatusPage status={error.status === 403 ? 403 : 404} />
}
