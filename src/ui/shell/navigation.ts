import {
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCategory,
  IconFlag,
  IconHistory,
  IconHome,
  IconLifebuoy,
  IconLayoutDashboard,
  IconNotes,
  IconParking,
  IconPlugConnected,
  IconServerCog,
  IconSettings,
  IconToggleRight,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react'
import type { ScreenTextKey } from '#ui/i18n/use-translation.ts'
import type { UserType } from '#tenancy/client/session/session.ts'

type NavText =
  ScreenTextKey<'kit'> extends infer Key ? (Key extends `nav.${infer Text}` ? Text : never) : never

export interface NavItem {
  to: string
  /** Key below `nav` in the texts `kit`. */
  text: NavText
  icon: typeof IconHome
  roles: readonly UserType[]
  /** Also shown in the bottom bar of a phone. */
  inBar?: boolean
  /** Current only if the whole path matches. */
  end?: boolean
  /** Paths below this one are denied to other roles. */
  closed?: boolean
  /** A public page, which the app does not render. */
  isPublic?: boolean
}

const everybody: readonly UserType[] = ['student', 'teacher', 'admin', 'account_user']
const staff: readonly UserType[] = ['teacher', 'admin', 'account_user']
const admins: readonly UserType[] = ['admin', 'account_user']

/** Pages of a school, by role. */
export const schoolNavigation: readonly NavItem[] = [
  { to: '/dashboard', text: 'dashboard', icon: IconLayoutDashboard, roles: ['student'], inBar: true },
  { to: '/notes', text: 'notes', icon: IconNotes, roles: ['student'] },
  {
    to: '/manage',
    text: 'manage',
    icon: IconLayoutDashboard,
    roles: staff,
    inBar: true,
    end: true,
    closed: true,
  },
  { to: '/manage/courses', text: 'courses', icon: IconBook2, roles: staff, inBar: true, closed: true },
  { to: '/manage/students', text: 'students', icon: IconUsers, roles: staff, inBar: true, closed: true },
  { to: '/manage/people', text: 'people', icon: IconUsersGroup, roles: admins, closed: true },
  { to: '/manage/categories', text: 'categories', icon: IconCategory, roles: admins, closed: true },
  { to: '/manage/faculties', text: 'faculties', icon: IconBuildingBank, roles: admins, closed: true },
  { to: '/manage/settings', text: 'settings', icon: IconSettings, roles: admins, closed: true },
  { to: '/manage/domains', text: 'domains', icon: IconWorldWww, roles: admins, closed: true },
  { to: '/manage/activity', text: 'activity', icon: IconHistory, roles: admins, closed: true },
  { to: '/manage/api-clients', text: 'apiClients', icon: IconPlugConnected, roles: admins, closed: true },
  { to: '/manage/webhooks', text: 'webhooks', icon: IconWebhook, roles: admins, closed: true },
  { to: '/', text: 'catalogue', icon: IconHome, roles: everybody, inBar: true, isPublic: true },
  { to: '/notifications', text: 'notifications', icon: IconBell, roles: ['student'], inBar: true },
  { to: '/profile', text: 'profile', icon: IconUser, roles: ['student'], inBar: true },
]

/** Pages of the platform for owners of schools. */
export const accountNavigation: readonly NavItem[] = [
  { to: '/account', text: 'schools', icon: IconBuildingCommunity, roles: ['account_user'], inBar: true },
  { to: '/create-school', text: 'createSchool', icon: IconBook2, roles: ['account_user'], inBar: true },
]

/** Additional entries for support accounts. */
export const supportNavigation: readonly NavItem[] = [
  ...accountNavigation,
  { to: '/support', text: 'support', icon: IconLifebuoy, roles: ['account_user'], inBar: true },
]

/** Entry to the console for the privileged account. */
export const consoleEntry: NavItem = {
  to: '/console',
  text: 'console',
  icon: IconServerCog,
  roles: ['account_user'],
  inBar: true,
}

/** Pages of the console for the privileged account. */
export const consoleNavigation: readonly NavItem[] = [
  {
    to: '/console',
    text: 'consoleSchools',
    icon: IconBuildingCommunity,
    roles: ['account_user'],
    inBar: true,
    end: true,
  },
  { to: '/console/flagged', text: 'consoleFlagged', icon: IconFlag, roles: ['account_user'] },
  { to: '/console/resellers', text: 'consoleResellers', icon: IconBuildingStore, roles: ['account_user'] },
  { to: '/console/flags', text: 'consoleFlags', icon: IconToggleRight, roles: ['account_user'], inBar: true },
  { to: '/console/jobs', text: 'consoleJobs', icon: IconParking, roles: ['account_user'], inBar: true },
  { to: '/console/audit', text: 'consoleAudit', icon: IconHistory, roles: ['account_user'], inBar: true },
  { to: '/support', text: 'support', icon: IconLifebuoy, roles: ['account_user'] },
  { to: '/account', text: 'schools', icon: IconUser, roles: ['account_user'] },
]

export const navigationFor = (items: readonly NavItem[], role: UserType | null) =>
  items.filter((item) => role !== null && item.roles.includes(role))

/**
 * Whether a path is denied to a role, or while the role is unknown: the longest matching closed entry decides.
 */
export function isHiddenFrom(items: readonly NavItem[], role: UserType | null, pathname: string): boolean {
  const above = items
    .filter(({ to, closed }) => closed && (pathname === to || pathname.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
  return above !== undefined && (role === null || !above.roles.includes(role))
}
