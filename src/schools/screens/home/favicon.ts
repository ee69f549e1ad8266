import { redirect, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'

/** Browsers ask for `/favicon.ico` beside answers that name no icon, such as JSON and files. */
export function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host, brand } = context.get(pageRequestContext).frame
  const { logo_url } = host.kind === 'school' ? host.school : brand
  return redirect(logo_url ?? '/favicon.svg', { headers: { 'cache-control': 'public, max-age=3600' } })
}
