export { getPlanForSale, previewPlanForSale, type PlanForSale } from './find-plan-for-sale.ts'
export { findAffiliateRates, listAffiliatePlans } from './affiliate-plans.ts'
export { coursesOfPlans, getPlanKind, planNames } from './queries.ts'
export { planSales, type PlanSales } from './plan-sales.ts'
export { firstAmount, instalmentAmounts, needsCardForTrial } from './policy.ts'
export type {
  InstalmentTerms,
  OneTimeTerms,
  PlanInterval,
  PlanTerms,
  SubscriptionTerms,
} from './plan-terms.ts'
export { personalData } from './personal-data.ts'
