import { isRouteErrorResponse } from 'react-router'
import { FallbackErrorPage } from './fallback-error-page.tsx'
import { StatusPage } from './status-page.tsx'

/**
 * On the server a branded page for what does not exist or is not allowed; in the browser, where a page could not be
 * shown, the fallback that the specification words. A failure on the server draws nothing: `tenancy/pages/server-error-page.ts`
 * answers it, and the browser shows the same fallback.
 */
export function ErrorPage({ error }: { error: unknown }) {
  if (!import.meta.env.SSR) return <FallbackErrorPage />
  if (!isRouteErrorResponse(error) || error.status >= 500) return null
  return <StatusPage status={error.status === 403 ? 403 : 404} />
}
