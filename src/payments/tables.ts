import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'bank_transfer_settings',
  'bank_transfers',
  'card_setups',
  'dispute_lines',
  'disputes',
  'invoice_recipients',
  'ledger_balances',
  'ledger_journals',
  'ledger_revenue',
  'order_lines',
  'orders',
  'payment_accounts',
  'payment_attempts',
  'payment_cards',
  'payment_events',
  'payment_settings',
  'payments',
  'reconciliation_differences',
  'reconciliation_runs',
  'refund_lines',
  'refunds',
  'tax_settings',
  'school_payouts',
] as const satisfies readonly (keyof DB)[]
