import {
  IconBook2,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCreditCard,
  IconFlag,
  IconHandStop,
  IconHistory,
  IconLifebuoy,
  IconParking,
  IconScale,
  IconServerCog,
  IconToggleRight,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react'
import type { NavItem } from './navigation.ts'

/** While the role of the account is unknown: entries that are added later would move the others. */
export const unknownNavigation: readonly NavItem[] = []

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
  { to: '/console/billing', text: 'consoleBilling', icon: IconCreditCard, roles: ['account_user'] },
  { to: '/console/payment-events', text: 'consolePaymentEvents', icon: IconWebhook, roles: ['account_user'] },
  {
    to: '/console/quarantined-payments',
    text: 'consoleQuarantine',
    icon: IconHandStop,
    roles: ['account_user'],
  },
  {
    to: '/console/reconciliation',
    text: 'consoleReconciliation',
    icon: IconScale,
    roles: ['account_user'],
  },
  { to: '/console/flags', text: 'consoleFlags', icon: IconToggleRight, roles: ['account_user'], inBar: true },
  { to: '/console/jobs', text: 'consoleJobs', icon: IconParking, roles: ['account_user'], inBar: true },
  { to: '/console/audit', text: 'consoleAudit', icon: IconHistory, roles: ['account_user'], inBar: true },
  { to: '/support', text: 'support', icon: IconLifebuoy, roles: ['account_user'] },
  { to: '/account', text: 'schools', icon: IconUser, roles: ['account_user'] },
]
