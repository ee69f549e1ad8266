import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { PaidPayment } from '../providers/provider.ts'

export interface NewPayment {
  order_id: string
  attempt: { id: string; provider: string }
  found: Pick<PaidPayment, 'transaction_id' | 'mode' | 'method' | 'amount' | 'fee' | 'paid_at'>
  applied: number
  quarantine_reason?: 'reference' | 'currency' | 'mode' | null
}

/** Stores money that a provider reports. Returns its id; undefined if its transaction is stored already. */
export async function insertPayment(
  { tx, school_id, now }: Ctx,
  { order_id, attempt, found, applied, quarantine_reason = null }: NewPayment,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('payments')
    .values({
      school_id,
      id: newId(),
      order_id,
      attempt_id: attempt.id,
      provider: attempt.provider,
      transaction_id: found.transaction_id,
      mode: found.mode,
      method: found.method.slice(0, 60),
      amount: found.amount.minor,
      currency: found.amount.currency,
      fee: found.fee?.minor ?? null,
      applied_amount: applied,
      quarantine_reason,
      paid_at: found.paid_at,
      created_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'provider', 'transaction_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
