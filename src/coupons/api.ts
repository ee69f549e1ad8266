import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { createCoupon, deleteCoupon, updateCoupon } from './change-coupons.ts'
import * as contract from './contract.ts'
import { getCoupon, listCoupons } from './list-coupons.ts'
import { previewCoupon } from './preview-coupon.ts'

export const api = [
  defineEndpoint(contract.previewCoupon, previewCoupon),
  defineEndpoint(contract.listCoupons, listCoupons, {
    csv: [
      'created_at',
      'code',
      'state',
      'percent_off',
      'amount_off',
      'currency',
      'starts_on',
      'ends_on',
      'max_uses',
      'used_count',
      'held_count',
    ],
  }),
  defineEndpoint(contract.getCoupon, getCoupon),
  defineEndpoint(contract.createCoupon, createCoupon),
  defineEndpoint(contract.updateCoupon, updateCoupon),
  defineEndpoint(contract.deleteCoupon, deleteCoupon),
]
