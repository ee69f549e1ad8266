import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'coupon_courses',
  'coupon_plans',
  'coupon_redemptions',
  'coupon_student_courses',
  'coupons',
] as const satisfies readonly (keyof DB)[]
