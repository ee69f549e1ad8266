import type { RouterContextProvider } from 'react-router'
import { pageRequestContext, throwNotFound } from '#platform/client/api/page-request-context.ts'

/** The style pages show nothing that is secret, but they are no part of the product. */
export function onlyOutsideProduction({ context }: { context: Readonly<RouterContextProvider> }) {
  if (context.get(pageRequestContext).frame.production) throwNotFound()
}
