import { defineEvent, defineSlot } from '#tenancy/context/domain-events.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'

/** The school paid an affiliate: the ledger records it. */
export const affiliatePaid = defineEvent<{ payout_id: string; currency: string; amount: number }>(
  'affiliate_paid',
)

/** A lost dispute took commissions back: the school has borne the whole loss, and the ledger sets their part off. */
export const commissionsLost = defineEvent<{ dispute_id: string; currency: string; amount: number }>(
  'commissions_lost',
)

/** The bank list of the school's payment provider. */
export interface BankDirectory {
  /** Banks of a country; null where the provider has no list. Throws if the provider does not answer. */
  list(ctx: CtxWithoutTx, country: string): Promise<{ code: string; name: string }[] | null>
  /** Name of an account's holder; null if the bank has no such account. Throws if the provider does not answer. */
  resolve(
    ctx: CtxWithoutTx,
    account: { country: string; bank_code: string; account_number: string },
  ): Promise<{ account_name: string } | null>
}

export const bankDirectory = defineSlot<BankDirectory>('bank_directory')
