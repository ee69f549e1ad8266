import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'

export interface NewEntry {
  order_id: string
  /** Null if nothing was paid. */
  payment_id: string | null
  method: string | null
  reference: string
  note: string
  access_ends_at: Date | null
}

/** Stores what staff recorded about an order. */
export async function insertEntry({ tx, school_id, actor, now }: Ctx, entry: NewEntry): Promise<void> {
  await tx
    .insertInto('manual_entries')
    .values({ school_id, id: newId(), ...entry, recorded_by: actor.id, created_at: now })
    .execute()
}

/** What staff recorded about an order, the first entry first, with their names. */
export async function entriesOfOrder({ tx, school_id }: Ctx, order_id: string) {
  const rows = await tx
    .selectFrom('manual_entries as m')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'm.school_id').onRef('u.id', '=', 'm.recorded_by'),
    )
    .where('m.school_id', '=', school_id)
    .where('m.order_id', '=', order_id)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .select(['m.id', 'm.payment_id', 'm.method', 'm.reference', 'm.note', 'm.access_ends_at'])
    .select(['m.access_ended_at', 'm.created_at', 'm.recorded_by', 'u.name'])
    .execute()
  return rows.map(({ recorded_by, name, ...entry }) => ({ ...entry, recorded_by: { id: recorded_by, name } }))
}
