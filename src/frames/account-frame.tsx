import { useEffect } from 'react'
import { Outlet, type RouterContextProvider } from 'react-router'
import { myAccount, showPlatformStanding } from '#accounts/contract.ts'
import { announceSession, inBrowser } from '#platform/client/session/browser.ts'
import { useSession } from '#platform/client/page/frame.tsx'
import { useApiQuery } from '#platform/client/page/queries.ts'
import { currentRequest, nothingHere } from '#platform/client/api/request-context.ts'
import { keepDetails } from '#platform/client/session/session.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { AppShell } from '#ui/shell/app-shell.tsx'
import { accountNavigation, consoleEntry, supportNavigation } from '#ui/shell/navigation.ts'
import '#ui/styles/app.css'

export const handle: ScreenHandle = { private: true, ns: ['kit'] }

/** An owner's account exists on the platform's own host alone. */
export const middleware = [
  ({ context }: { context: Readonly<RouterContextProvider> }) => {
    if (context.get(currentRequest).frame.host.kind !== 'root') nothingHere()
  },
]

/** By what the account is to the platform. */
const navigations = {
  support: supportNavigation,
  privileged: [...supportNavigation, consoleEntry],
}

/** What an owner of schools sees outside of any school. */
export default function AccountFrame() {
  return (
    <AppProvider>
      <Account />
    </AppProvider>
  )
}

function Account() {
  const account = useApiQuery(myAccount, {}, { enabled: useSession() !== null, staleTime: 300_000 }).data
  useEffect(() => {
    if (!account) return
    keepDetails(inBrowser().store, account)
    announceSession()
  }, [account])
  const standing = useApiQuery(
    showPlatformStanding,
    {},
    { enabled: useSession() !== null, staleTime: 300_000 },
  ).data?.platform_role
  return (
    <AppShell navigation={standing ? navigations[standing] : accountNavigation} profilePath="/account">
      <Outlet />
    </AppShell>
  )
}
