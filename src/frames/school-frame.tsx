import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Outlet, useLocation, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { getMe } from '#accounts/contract.ts'
import { getMyConsent } from '#consent/contract.ts'
import { countUnreadNotifications } from '#notifications/contract.ts'
import { whenIdle } from '#platform/client/page/when-idle.ts'
import { dispatchSessionChange, getBrowserApp } from '#tenancy/client/browser.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { outdatesAlso, useApiQuery } from '#tenancy/client/queries.ts'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import { isSupportVisit, storeUserDetails } from '#tenancy/client/session/session.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { useSchoolSearch } from '#search/screens/use-school-search.ts'
import { getSchoolOverview } from '#staff-home/contract.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { AppShell } from '#ui/shell/app-shell.tsx'
import { NotificationBell } from '#ui/shell/notification-bell.tsx'
import type { NavCounts } from '#ui/shell/nav-links.tsx'
import type { NavItem } from '#ui/shell/navigation.ts'
import { paymentsPath, schoolNavigation } from '#ui/shell/navigation.ts'
import { usePaletteActions } from './use-palette-actions.tsx'
import '#ui/styles/app.css'

export const handle: ScreenHandle = { private: true, namespaces: ['kit'] }

// `getMe` contains the pending legal texts, and what analytics and error reports may store.
outdatesAlso(getMyConsent, [getMe])

/** Pages of a school exist on hosts of schools only, and an address with an invalid id leads to none of them. */
export const middleware = [
  ({ context, params }: Pick<LoaderFunctionArgs<RouterContextProvider>, 'context' | 'params'>) => {
    if (context.get(pageRequestContext).frame.host.kind !== 'school') throwNotFound()
    if (Object.values(params).some((id) => !isUuid(id!))) throwNotFound()
  },
]

/** Frame of all pages behind login on a school's host. */
export default function SchoolFrame() {
  return (
    <AppProvider>
      <School />
    </AppProvider>
  )
}

function School() {
  const user = useFreshDetails()
  useSchoolSearch()
  usePaletteActions()
  return (
    <AppShell
      navigation={useNavigation()}
      counts={useWaitingCounts()}
      profilePath="/profile"
      tools={<UnreadBell />}
      menuEntries={<OwnersEntries />}
      notice={<Notices hasPendingDocuments={Boolean(user?.pending_document_kinds.length)} />}
    >
      <Outlet />
    </AppShell>
  )
}

const withoutPayments = schoolNavigation.filter(({ to }) => to !== paymentsPath)

/** Students see their payments where the school sells online, or if they have bought something. */
function useNavigation(): readonly NavItem[] {
  const isStudent = useSession()?.user_type === 'student'
  // A lesson needs one request, also on a slow phone.
  const isLesson = useLocation().pathname.startsWith('/learn/')
  const [showsPayments, setShowsPayments] = useState<boolean | null>(null)
  const asks = isStudent && !isLesson && showsPayments === null
  useEffect(() => {
    if (!asks) return
    // The first pages of a student must not wait for this.
    whenIdle(() => {
      import('./payments/has-payments.ts')
        .then(({ hasPayments }) => hasPayments())
        .then(setShowsPayments)
        .catch(() => null)
    })
  }, [asks])
  return showsPayments ? schoolNavigation : withoutPayments
}

const noCounts: NavCounts = {}

/** Open tasks of staff, shown beside the pages that list them. */
function useWaitingCounts(): NavCounts {
  const session = useSession()
  const isStaff = session !== null && session.user_type !== 'student'
  const overview = useApiQuery(getSchoolOverview, {}, { enabled: isStaff, staleTime: 60_000 }).data
  return useMemo(
    () =>
      overview
        ? {
            '/manage/students': overview.pending_enrolments_count,
            '/manage/people': overview.awaiting_teachers_count,
            '/manage/orders': overview.attention_orders_count,
          }
        : noCounts,
    [overview],
  )
}

const OtherSchools = lazy(() => import('#accounts/screens/account/other-schools.tsx'))

/** An owner may own several schools. */
function OwnersEntries() {
  const session = useSession()
  if (session?.user_type !== 'account_user') return null
  return (
    <Suspense>
      <OtherSchools />
    </Suspense>
  )
}

const SupportBanner = lazy(() => import('#support/screens/support-banner.tsx'))
const AcceptanceNotice = lazy(() => import('#consent/screens/acceptance-notice.tsx'))
const ClosingBanner = lazy(() => import('#school-closure/screens/closure-banner.tsx'))
const UpgradeBanner = lazy(() => import('#plans/screens/upgrade-banner.tsx'))

/**
 * Notices of a support visit, of pending legal texts, and of the plan. Only owners and admins learn how much of the
 * plan is used; on a support visit nobody does.
 */
function Notices({ hasPendingDocuments }: { hasPendingDocuments: boolean }) {
  const session = useSession()
  const { closes_at } = useSchool()
  const isAdmin = session?.user_type === 'account_user' || session?.user_type === 'admin'
  return (
    <Suspense>
      {isSupportVisit(session) && <SupportBanner />}
      {hasPendingDocuments && <AcceptanceNotice />}
      {isAdmin && !isSupportVisit(session) && <UpgradeBanner />}
      {closes_at !== null && <ClosingBanner closes_at={closes_at} />}
    </Suspense>
  )
}

/** A token from an address comes without user details, and a role may have changed since login. */
function useFreshDetails() {
  const user = useApiQuery(getMe, {}, { enabled: useSession() !== null, staleTime: 300_000 }).data
  useEffect(() => {
    if (!user) return
    const { store } = getBrowserApp()
    storeUserDetails(store, user)
    store.userFaculties.set(user.user_faculties)
    dispatchSessionChange()
  }, [user])
  return user
}

function UnreadBell() {
  const unread = useApiQuery(
    countUnreadNotifications,
    {},
    { enabled: useSession() !== null, refetchInterval: 60_000 },
  )
  return <NotificationBell to="/notifications" unread={unread.data?.unread_count ?? 0} />
}
