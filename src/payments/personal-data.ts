import type { PersonalData } from '#tenancy/context/personal-data.ts'

const record = { stays: 'A school must be able to prove its sales; the buyer’s name is no longer in them.' }

export const personalData: PersonalData = {
  rows: [{ table: 'orders', personColumns: ['buyer_id'], erasure: record }],
  mentions: { 'refunds.requested_by': 'A refund is the school’s decision.' },
}
