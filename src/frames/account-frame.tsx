import { useEffect } from 'react'
import { Outlet, type RouterContextProvider } from 'react-router'
import { getMyAccount, getPlatformRole } from '#accounts/contract.ts'
import { dispatchSessionChange, getBrowserApp } from '#tenancy/client/browser.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import { storeUserDetails } from '#tenancy/client/session/session.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { AppShell } from '#ui/shell/app-shell.tsx'
import {
  accountNavigation,
  consoleEntry,
  supportNavigation,
  unknownNavigation,
} from '#ui/shell/platform-navigation.ts'
import '#ui/styles/app.css'

export const handle: ScreenHandle = { private: true, namespaces: ['kit'] }

/** Owners' accounts exist on the root host only. */
export const middleware = [
  ({ context }: { context: Readonly<RouterContextProvider> }) => {
    if (context.get(pageRequestContext).frame.host.kind !== 'root') throwNotFound()
  },
]

/** Navigation by platform role of the account. */
const navigations = {
  support: supportNavigation,
  privileged: [...supportNavigation, consoleEntry],
}

/** Frame of the pages for owners, outside of any school. */
export default function AccountFrame() {
  return (
    <AppProvider>
      <Account />
    </AppProvider>
  )
}

function Account() {
  const account = useApiQuery(getMyAccount, {}, { enabled: useSession() !== null, staleTime: 300_000 }).data
  useEffect(() => {
    if (!account) return
    storeUserDetails(getBrowserApp().store, account)
    dispatchSessionChange()
  }, [account])
  const { data, isPending } = useApiQuery(
    getPlatformRole,
    {},
    { enabled: useSession() !== null, staleTime: 300_000 },
  )
  const navigation = data?.platform_role ? navigations[data.platform_role] : accountNavigation
  return (
    <AppShell navigation={isPending ? unknownNavigation : navigation} profilePath="/account">
      <Outlet />
    </AppShell>
  )
}
