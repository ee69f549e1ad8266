import type { RouterContextProvider } from 'react-router'
import { currentRequest, nothingHere } from '#platform/client/api/request-context.ts'

/** The style pages show nothing that is secret, but they are no part of the product. */
export function onlyOutsideProduction({ context }: { context: Readonly<RouterContextProvider> }) {
  if (context.get(currentRequest).frame.production) nothingHere()
}
