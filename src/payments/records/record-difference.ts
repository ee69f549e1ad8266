import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { differenceKinds } from './difference-kinds.ts'

export interface Difference {
  provider: string
  kind: (typeof differenceKinds)[number]
  transaction_id: string
  order_id: string | null
  expected_amount: number | null
  found_amount: number | null
  currency: string
}

/** Stores an open difference. Returns whether it is new: one that was found before stays as people left it. */
export async function recordDifference(
  { tx, school_id, now }: Ctx,
  difference: Difference,
): Promise<boolean> {
  const row = await tx
    .insertInto('reconciliation_differences')
    .values({ school_id, id: newId(), ...difference, state: 'open', created_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'provider', 'kind', 'transaction_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Equal extends Pick<Difference, 'provider'> {
  transaction_id: string | readonly string[]
  kinds: string[]
}

/** Resolves the open differences of transactions that are equal now. */
export async function resolveDifferences(
  { tx, school_id, now }: Ctx,
  { provider, transaction_id, kinds }: Equal,
): Promise<void> {
  const ids = [transaction_id].flat()
  if (ids.length === 0) return
  await tx
    .updateTable('reconciliation_differences')
    .set({ state: 'resolved', resolved_at: now, explanation: 'settled' })
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('transaction_id', 'in', ids)
    .where('kind', 'in', kinds)
    .where('state', '=', 'open')
    .execute()
}
