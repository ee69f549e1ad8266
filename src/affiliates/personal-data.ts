import type { PersonalData } from '#tenancy/context/personal-data.ts'

const record = { stays: 'It explains what the school owes and paid; the person’s name is no longer in it.' }

export const personalData: PersonalData = {
  rows: [
    { table: 'affiliates', personColumns: ['user_id'], erasure: record },
    { table: 'bank_details', personColumns: ['user_id'], without: ['encrypted_account'], erasure: 'delete' },
  ],
  mentions: { 'affiliate_payouts.paid_by': 'A payout is the school’s.' },
}
