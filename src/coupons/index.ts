export {
  discountOf,
  findCodesOfOrders,
  findCouponOfOrder,
  getCouponByCode,
  holdCoupon,
  recordCouponUse,
  releaseCoupon,
} from './apply-coupon.ts'
export { couponDiscount } from './policy.ts'
export type { Coupon } from './queries.ts'
export { personalData } from './personal-data.ts'
export { freePeriods } from './policy.ts'
