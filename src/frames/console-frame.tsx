import { lazy, Suspense } from 'react'
import { Outlet, type RouterContextProvider } from 'react-router'
import { getPlatformRole } from '#accounts/contract.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { AppShell } from '#ui/shell/app-shell.tsx'
import { accountNavigation, consoleNavigation, unknownNavigation } from '#ui/shell/platform-navigation.ts'
import '#ui/styles/app.css'

const ClosedConsole = lazy(() => import('#console/screens/console-unavailable.tsx'))

export const handle: ScreenHandle = { private: true, namespaces: ['kit', 'console'] }

/** The console exists on the root host only. */
export const middleware = [
  ({ context }: { context: Readonly<RouterContextProvider> }) => {
    if (context.get(pageRequestContext).frame.host.kind !== 'root') throwNotFound()
  },
]

/** Frame of the console for the privileged account; not found for others. */
export default function ConsoleFrame() {
  return (
    <AppProvider>
      <Console />
    </AppProvider>
  )
}

function Console() {
  const platformRole = useApiQuery(getPlatformRole, {}, { enabled: useSession() !== null, staleTime: 60_000 })
  const isOpen = platformRole.data?.platform_role === 'privileged' && platformRole.data.missing.length === 0
  const navigation = isOpen ? consoleNavigation : accountNavigation
  return (
    <AppShell navigation={platformRole.isPending ? unknownNavigation : navigation} profilePath="/account">
      {platformRole.error && (
        <ErrorState error={platformRole.error} onRetry={() => void platformRole.refetch()} />
      )}
      {platformRole.isPending && <ListSkeleton />}
      {isOpen && <Outlet />}
      {platformRole.data && !isOpen && (
        <Suspense fallback={<ListSkeleton />}>
          <ClosedConsole platformRole={platformRole.data} />
        </Suspense>
      )}
    </AppShell>
  )
}
