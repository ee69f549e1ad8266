import type { Plan } from '#plans/contract.ts'

// Browsers do not load the schemas; a missing or extra name does not compile.
const names = {
  free: true,
  whitelabel_subscription: true,
  subscription: true,
  enterprise: true,
  commission: true,
} satisfies Record<Plan, true>

export const planNames = Object.keys(names) as readonly Plan[]
