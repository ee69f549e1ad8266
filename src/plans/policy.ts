/** Every plan that a school can have. */
export const planNames = [
  'free',
  'whitelabel_subscription',
  'subscription',
  'enterprise',
  'commission',
] as const
export type PlanName = (typeof planNames)[number]

const paidPlans: readonly string[] = ['whitelabel_subscription', 'subscription', 'enterprise', 'commission']

/** Whether schools pay for this plan. */
export const isPaid = (plan_name: string) => paidPlans.includes(plan_name)

/** The platform takes a part of each sale instead of a fee. */
export const takesCommission = (plan_name: string) => plan_name === 'commission'

/** Whether staff must approve students: always, unless the school pays commission and switched it off. */
export const needsManualApproval = (school: { plan_name: string; allow_manual_student_approval: boolean }) =>
  !takesCommission(school.plan_name) || school.allow_manual_student_approval

/** Schools created before this date have no limits. */
export const flaggedCreationDate = new Date('2021-11-03T00:00:00Z')

export interface PlanStatus {
  plan_name: string
  created_at: Date
  has_reseller: boolean
}

/** Whether plan limits apply: no paid plan, no reseller, and created after `flaggedCreationDate`. */
export const isFlagged = ({ plan_name, created_at, has_reseller }: PlanStatus) =>
  created_at > flaggedCreationDate && !isPaid(plan_name) && !has_reseller
