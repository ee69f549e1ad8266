import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { liveStates } from './attempt-queries.ts'

/** Stands for the provider in attempts and payments that go to the school's bank account. */
export const bankTransfer = 'bank_transfer'

export const isBankTransfer = ({ provider }: { provider: string | null }): boolean =>
  provider === bankTransfer

/** Whether the transfer of order `o` has a proof that staff have not decided about. */
export const isOrderInReview = sql<boolean>`exists (select from bank_transfers t where t.school_id = o.school_id
  and t.order_id = o.id and t.state = 'submitted')`

export interface OpenTransfer {
  state: 'waiting' | 'submitted' | 'declined'
  /** When its time is over, unless staff have a proof to decide about. */
  expires_at: Date
}

/** The transfers through which these orders may still be paid, by order. */
export async function findOpenTransfers(
  { tx, school_id }: Ctx,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, OpenTransfer>> {
  if (order_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('bank_transfers as t')
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 't.school_id').onRef('a.id', '=', 't.id'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.order_id', 'in', [...order_ids])
    .where('a.state', 'in', [...liveStates])
    .select(['t.order_id', 'a.expires_at', sql<OpenTransfer['state']>`t.state`.as('state')])
    .execute()
  return new Map(rows.map(({ order_id, ...transfer }) => [order_id, transfer]))
}

/** Ends the transfers of these orders for which staff have no proof to decide about. The orders are locked. */
export async function endWaitingTransfers(
  { tx, school_id, now }: Ctx,
  order_ids: readonly string[],
): Promise<void> {
  if (order_ids.length === 0) return
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'expired', updated_at: now })
    .where('school_id', '=', school_id)
    .where('order_id', 'in', [...order_ids])
    .where('provider', '=', bankTransfer)
    .where('state', 'in', [...liveStates])
    .where(sql<boolean>`not exists (select from bank_transfers t where t.school_id = payment_attempts.school_id
      and t.id = payment_attempts.id and t.state = 'submitted')`)
    .execute()
}

/** Those of these orders whose transfer has a proof that staff have not decided about. */
export async function findOrdersInReview(
  { tx, school_id }: Ctx,
  order_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (order_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('bank_transfers')
    .where('school_id', '=', school_id)
    .where('order_id', 'in', [...order_ids])
    .where('state', '=', 'submitted')
    .select('order_id')
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
