import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'coupon_courses',
  'coupon_plans',
  'coupon_redemptions',
  'coupons',
] as const satisfies readonly (keyof DB)[]
