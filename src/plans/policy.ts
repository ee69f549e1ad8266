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

export const isPaid = (plan_name: string) => paidPlans.includes(plan_name)

/** The platform's part is taken from each sale instead of a fee. */
export const takesCommission = (plan_name: string) => plan_name === 'commission'

/** Staff approve who asks to join, unless the school pays commission and has switched that off. */
export const needsManualApproval = (school: { plan_name: string; allow_manual_student_approval: boolean }) =>
  !takesCommission(school.plan_name) || school.allow_manual_student_approval

/** Schools that are older keep what they were promised. */
export const flaggedCreationDate = new Date('2021-11-03T00:00:00Z')

export interface PlanStatus {
  plan_name: string
  created_at: Date
  has_reseller: boolean
}

/** Neither a paid plan of its own nor a reseller who pays for it: the school works within the free limits. */
export const isFlagged = ({ plan_name, created_at, has_reseller }: PlanStatus) =>
  created_at > flaggedCreationDate && !isPaid(plan_name) && !has_reseller
