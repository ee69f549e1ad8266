import type { RouterContextProvider } from 'react-router'
import { useFrame } from '#tenancy/client/frame.tsx'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import * as contract from '../../contract.ts'
import { LazyAccountLogin } from './lazy-account-login.tsx'
import { SchoolLogin } from './school-login.tsx'
import type { OidcIssuer } from './oidc-buttons.tsx'
import { useLoginRedirect } from '../auth-page/use-login-redirect.ts'

export const handle: ScreenHandle = { namespaces: ['accounts'] }

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
}

/** Loads other login methods. If this fails, the password form still works. */
export async function loader({ context }: LoaderArgs): Promise<OidcIssuer[]> {
  if (context.get(pageRequestContext).frame.host.kind !== 'school') return []
  const list = await apiOf(context)(contract.listOidcIssuers, {}).catch(() => null)
  return list?.data ?? []
}

/** The same path serves schools and the root host. */
export default function LoginScreen({ loaderData }: { loaderData: OidcIssuer[] }) {
  const { host } = useFrame()
  useLoginRedirect()
  return host.kind === 'school' ? <SchoolLogin issuers={loaderData} /> : <LazyAccountLogin />
}
