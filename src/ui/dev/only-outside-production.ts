import type { RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'

/** The style pages show nothing that is secret, but they are no part of the product. */
export function onlyOutsideProduction({ context }: { context: Readonly<RouterContextProvider> }) {
  if (context.get(pageRequestContext).frame.production) throwNotFound()
}
