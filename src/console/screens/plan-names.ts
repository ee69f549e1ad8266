import type { Plan } from '#plans/contract.ts'

// A browser has no schemas to read the names from; leaving one out, or adding one, does not compile.
const names = {
  free: true,
  whitelabel_subscription: true,
  subscription: true,
  enterprise: true,
  commission: true,
} satisfies Record<Plan, true>

export const planNames = Object.keys(names) as readonly Plan[]
