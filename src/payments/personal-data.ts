import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { removeCardsOf } from './cards/change-cards.ts'
import { eraseSeatsOf } from './seats/erase-seats-of.ts'

const record = { stays: 'A school must be able to prove its sales; the buyer’s name is no longer in them.' }

export const personalData: PersonalData = {
  rows: [
    { table: 'orders', personColumns: ['buyer_id'], erasure: record },
    {
      table: 'payment_cards',
      personColumns: ['user_id'],
      without: ['encrypted_token', 'fingerprint_hash'],
      erasure: { verb: (ctx, { id }) => removeCardsOf(ctx, id) },
    },
    {
      table: 'seats',
      personColumns: ['user_id'],
      emailColumn: 'email',
      without: ['code_hash'],
      erasure: { verb: eraseSeatsOf },
    },
    { table: 'bank_transfers', personColumns: ['buyer_id'], erasure: 'delete' },
    { table: 'invoice_recipients', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'card_setups', personColumns: ['user_id'], emailColumn: 'email', erasure: 'delete' },
  ],
  mentions: {
    'manual_entries.recorded_by': 'An entry in the books of the school.',
    'bank_transfers.decided_by': 'A decision about a payment is the school’s.',
    'reconciliation_differences.resolved_by': 'An explanation in the books of the school.',
    'refunds.requested_by': 'A refund is the school’s decision.',
  },
}
