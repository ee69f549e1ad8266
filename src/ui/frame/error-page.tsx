import { isRouteErrorResponse } from 'react-router'
import { FallbackErrorPage } from './fallback-error-page.tsx'
import { StatusPage, statusOf } from './status-page.tsx'

/**
 * On the server a branded page that says what happened; in the browser, where a page could not be
 * shown, the fallback that the specification words.
 */
export function ErrorPage({ error }: { error: unknown }) {
  if (!import.meta.env.SSR) return <FallbackErrorPage />
  return <StatusPage status={isRouteErrorResponse(error) ? statusOf(error.status) : 500} />
}
