import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  coupon_unknown: [409, 'This coupon does not exist. Check the code.'],
  coupon_expired: [409, 'This coupon has expired.'],
  coupon_not_started: [409, 'This coupon is not valid yet.'],
  coupon_paused: [409, 'This coupon cannot be used at the moment.'],
  coupon_used_up: [409, 'This coupon has been used up.'],
  coupon_already_used: [409, 'You have already used this coupon, or one of your unpaid orders uses it.'],
  coupon_not_with_sale: [409, 'This coupon cannot be used while a sale price applies.'],
  coupon_not_for_person: [409, 'This coupon is for other people. Log in if it was given to you.'],
  coupon_not_for_course: [409, 'This coupon does not apply to this course.'],
  coupon_code_taken: [409, 'A coupon with this code already exists. Choose another code.'],
  coupon_in_use: [409, 'Orders have used this coupon, so it cannot be deleted. Pause it instead.'],
})
