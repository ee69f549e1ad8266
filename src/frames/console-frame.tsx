import { lazy, Suspense } from 'react'
import { Outlet, type RouterContextProvider } from 'react-router'
import { showPlatformStanding } from '#accounts/contract.ts'
import { useSession } from '#platform/client/page/frame.tsx'
import { useApiQuery } from '#platform/client/page/queries.ts'
import { currentRequest, nothingHere } from '#platform/client/api/request-context.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { AppShell } from '#ui/shell/app-shell.tsx'
import { accountNavigation, consoleNavigation } from '#ui/shell/navigation.ts'
import '#ui/styles/app.css'

const ClosedConsole = lazy(() => import('#console/screens/closed-console.tsx'))

export const handle: ScreenHandle = { private: true, ns: ['kit', 'console'] }

/** The console is the platform's own: schools' hosts have none. */
export const middleware = [
  ({ context }: { context: Readonly<RouterContextProvider> }) => {
    if (context.get(currentRequest).frame.host.kind !== 'root') nothingHere()
  },
]

/** What the privileged account sees of the platform. To everybody else there is nothing here. */
export default function ConsoleFrame() {
  return (
    <AppProvider>
      <Console />
    </AppProvider>
  )
}

function Console() {
  const standing = useApiQuery(
    showPlatformStanding,
    {},
    { enabled: useSession() !== null, staleTime: 60_000 },
  )
  const isOpen = standing.data?.platform_role === 'privileged' && standing.data.lacking.length === 0
  return (
    <AppShell navigation={isOpen ? consoleNavigation : accountNavigation} profilePath="/account">
      {standing.error && <ErrorState error={standing.error} onRetry={() => void standing.refetch()} />}
      {standing.isPending && <ListSkeleton />}
      {isOpen && <Outlet />}
      {standing.data && !isOpen && (
        <Suspense fallback={<ListSkeleton />}>
          <ClosedConsole standing={standing.data} />
        </Suspense>
      )}
    </AppShell>
  )
}
