export {
  discountOf,
  discountsOf,
  findCodesOfOrders,
  findCouponOfOrder,
  getCouponByCode,
  holdCoupon,
  previewDiscounts,
  recordCouponUse,
  releaseCoupon,
} from './apply-coupon.ts'
export { buyerHistory } from './buyer-history.ts'
export { couponDiscount } from './policy.ts'
export { previewCourseDiscount } from './preview-coupon.ts'
export type { Coupon } from './queries.ts'
export { personalData } from './personal-data.ts'
export { freePeriods } from './policy.ts'
