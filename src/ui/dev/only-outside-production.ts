import type { RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'

/** The style pages contain no secrets, but are not part of the product. */
export function onlyOutsideProduction({ context }: { context: Readonly<RouterContextProvider> }) {
  if (context.get(pageRequestContext).frame.production) throwNotFound()
}
