import {
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCategory,
  IconCertificate,
  IconChartBar,
  IconCreditCard,
  IconFileInvoice,
  IconHome,
  IconLayoutDashboard,
  IconNotes,
  IconPackage,
  IconSettings,
  IconUser,
  IconRepeat,
  IconTicket,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ScreenTextKey } from '#ui/i18n/use-translation.ts'
import type { UserType } from '#tenancy/client/session/session.ts'

type NavText =
  ScreenTextKey<'kit'> extends infer Key ? (Key extends `nav.${infer Text}` ? Text : never) : never

/** The sections of the menu; items without one are above them. */
export type NavSection = 'teach' | 'people' | 'sell' | 'settings'

export interface NavItem {
  to: string
  section?: NavSection
  /** false: found by the search and through the page above it, but not in the menu. */
  inMenu?: boolean
  /** Paths besides its own at which this item is the current one. */
  alsoAt?: readonly string[]
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

const settingsPages: readonly Pick<NavItem, 'to' | 'text' | 'icon'>[] = [
  { to: '/manage/domains', text: 'domains', icon: IconSettings },
  { to: '/manage/activity', text: 'activity', icon: IconSettings },
  { to: '/manage/api-clients', text: 'apiClients', icon: IconSettings },
  { to: '/manage/webhooks', text: 'webhooks', icon: IconSettings },
  { to: '/manage/login-settings', text: 'loginSettings', icon: IconSettings },
]

/** The student's payments; shown where the school sells, or the student has bought something. */
export const paymentsPath = '/payments'

/** A school's pages, for those who may open them. */
export const schoolNavigation: readonly NavItem[] = [
  { to: '/dashboard', text: 'dashboard', icon: IconLayoutDashboard, roles: ['student'], inBar: true },
  { to: '/assessments', text: 'assessments', icon: IconFileInvoice, roles: ['student'] },
  { to: '/notes', text: 'notes', icon: IconNotes, roles: ['student'] },
  { to: '/certificates', text: 'myCertificates', icon: IconCertificate, roles: ['student'] },
  { to: '/manage', text: 'manage', icon: IconHome, roles: staff, inBar: true, end: true, closed: true },
  {
    to: '/manage/courses',
    text: 'courses',
    section: 'teach',
    icon: IconBook2,
    roles: staff,
    inBar: true,
    closed: true,
  },
  {
    to: '/manage/categories',
    text: 'categories',
    section: 'teach',
    icon: IconCategory,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/assessments',
    text: 'assessments',
    section: 'teach',
    icon: IconFileInvoice,
    roles: staff,
    closed: true,
  },
  {
    to: '/manage/question-banks',
    text: 'questionBanks',
    section: 'teach',
    icon: IconNotes,
    roles: staff,
    closed: true,
  },
  {
    to: '/manage/certificates',
    text: 'certificates',
    section: 'teach',
    icon: IconCertificate,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/students',
    text: 'students',
    section: 'people',
    icon: IconUsers,
    roles: staff,
    inBar: true,
    closed: true,
  },
  {
    to: '/manage/people',
    text: 'people',
    section: 'people',
    icon: IconUsersGroup,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/faculties',
    text: 'faculties',
    section: 'people',
    icon: IconBuildingBank,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/orders',
    text: 'orders',
    section: 'sell',
    icon: IconBuildingStore,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/invoices',
    text: 'invoices',
    section: 'sell',
    icon: IconFileInvoice,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/plans',
    text: 'plans',
    section: 'sell',
    icon: IconPackage,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/revenue',
    text: 'revenue',
    section: 'sell',
    icon: IconChartBar,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/subscriptions',
    text: 'subscriptions',
    section: 'sell',
    icon: IconRepeat,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/coupons',
    text: 'coupons',
    section: 'sell',
    icon: IconTicket,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/affiliates',
    text: 'affiliates',
    section: 'sell',
    icon: IconUsersGroup,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/payment-providers',
    text: 'paymentProviders',
    section: 'sell',
    icon: IconCreditCard,
    roles: admins,
    closed: true,
  },
  {
    to: '/manage/settings',
    text: 'settings',
    section: 'settings',
    icon: IconSettings,
    roles: admins,
    closed: true,
    alsoAt: settingsPages.map(({ to }) => to),
  },
  ...settingsPages.map((page) => ({ ...page, roles: admins, closed: true, inMenu: false })),
  {
    to: '/manage/settings/plan',
    text: 'plan',
    icon: IconCreditCard,
    roles: ['account_user'],
    closed: true,
    inMenu: false,
  },
  {
    to: '/',
    text: 'catalogue',
    section: 'settings',
    icon: IconBuildingCommunity,
    roles: staff,
    isPublic: true,
  },
  { to: '/', text: 'catalogue', icon: IconHome, roles: ['student'], inBar: true, isPublic: true },
  {
    to: '/notifications',
    text: 'notifications',
    icon: IconBell,
    roles: everybody,
    inBar: true,
    inMenu: false,
  },
  { to: '/profile', text: 'profile', icon: IconUser, roles: ['student'], inBar: true },
  // The last one: it appears later than the others.
  { to: paymentsPath, text: 'payments', icon: IconBuildingStore, roles: ['student'] },
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

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Whether an item is the one that the current page belongs to. */
export const isCurrentItem = ({ to, end, alsoAt = [] }: NavItem, pathname: string): boolean =>
  (end ? pathname === to : isAt(pathname, to)) || alsoAt.some((path) => isAt(pathname, path))

export interface NavGroup {
  /** undefined for the items above all sections. */
  section: NavSection | undefined
  items: NavItem[]
}

/** The items of the menu by section, in the order of their first items. */
export function groupNavigation(items: readonly NavItem[]): NavGroup[] {
  const groups: NavGroup[] = []
  for (const item of items.filter(({ inMenu }) => inMenu !== false)) {
    const group = groups.find(({ section }) => section === item.section)
    if (group) group.items.push(item)
    else groups.push({ section: item.section, items: [item] })
  }
  return groups
}
