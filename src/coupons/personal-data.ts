import type { PersonalData } from '#tenancy/context/personal-data.ts'

const record = { stays: 'It explains the price of an order; the buyer’s name is no longer in it.' }

export const personalData: PersonalData = {
  rows: [{ table: 'coupon_redemptions', personColumns: ['user_id'], erasure: record }],
  mentions: { 'coupons.created_by': 'A coupon is the school’s.' },
}
