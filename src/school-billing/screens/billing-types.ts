import type { ApiReply } from '#platform/client/api/client.ts'
import type { getSchoolBilling, listPlanPrices } from '../contract.ts'

export type Billing = ApiReply<typeof getSchoolBilling>
export type PlanPrice = ApiReply<typeof listPlanPrices>['data'][number]

const ended: readonly string[] = ['none', 'incomplete_expired', 'canceled']

/** Whether the school has a subscription that it can change or cancel. */
export const isSubscribed = ({ status }: Billing) => !ended.includes(status)

/** Whether seats and plan can be changed: not while an invoice is unpaid. */
export const isChangeable = ({ status }: Billing) => status === 'active' || status === 'trialing'
