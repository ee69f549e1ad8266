import type { RouterContextProvider } from 'react-router'
import { useFrame } from '#platform/client/page/frame.tsx'
import { apiOf, currentRequest } from '#platform/client/api/request-context.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import * as contract from '../../contract.ts'
import { AccountLogin } from './account-login.tsx'
import { SchoolLogin } from './school-login.tsx'
import type { SignInIssuer } from './sign-in-buttons.tsx'
import { useArrival } from '../auth-page/use-login-redirect.ts'

export const handle: ScreenHandle = { ns: ['accounts'] }

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
}

/** Where else people of this school can log in. Without an answer they still have their passwords. */
export async function loader({ context }: LoaderArgs): Promise<SignInIssuer[]> {
  if (context.get(currentRequest).frame.host.kind !== 'school') return []
  const list = await apiOf(context)(contract.listSignInIssuers, {}).catch(() => null)
  return list?.data ?? []
}

/** The same path at a school and at the platform's own host. */
export default function LoginScreen({ loaderData }: { loaderData: SignInIssuer[] }) {
  const { host } = useFrame()
  useArrival()
  return host.kind === 'school' ? <SchoolLogin issuers={loaderData} /> : <AccountLogin />
}
