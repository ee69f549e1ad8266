import { useFrame } from '#platform/client/frame.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { AccountLogin } from './account-login.tsx'
import { SchoolLogin } from './school-login.tsx'
import { useArrival } from './use-arrival.ts'

export const handle: ScreenHandle = { ns: ['accounts'] }

/** The same path at a school and at the platform's own host. */
export default function LoginScreen() {
  const { host } = useFrame()
  useArrival()
  return host.kind === 'school' ? <SchoolLogin /> : <AccountLogin />
}
