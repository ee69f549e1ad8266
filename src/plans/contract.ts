import { Type } from 'typebox'
import { Instant, StringEnum, Nullable } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { planNames } from './policy.ts'

export type { PlanName as Plan } from './policy.ts'
export { refusals } from './refusals.ts'

export const PlanName = StringEnum(...planNames)

const Used = Type.Object({ used: Type.Integer(), limit: Type.Integer() })

export const PlanUsage = Type.Object({
  plan_name: PlanName,
  /** True for a school with plan limits: no paid plan and no reseller. */
  is_flagged: Type.Boolean(),
  limits: Nullable(
    Type.Object({
      students: Used,
      /** Bytes. */
      storage: Used,
    }),
  ),
  /** Set while a payment of the plan is overdue: when the limits of the free plan return. */
  grace_ends_at: Nullable(Instant),
})

export const getPlan = defineRoute({
  name: 'getPlan',
  method: 'GET',
  path: '/schools/v2/plan',
  access: 'staff',
  summary: 'Get the school’s plan, and the usage of its limits',
  reply: [200, PlanUsage],
})
