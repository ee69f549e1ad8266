import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Selects the orders at which staff should look, as the list of orders does. */
export const selectOrdersNeedingAttention = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('orders as o')
    .where('o.school_id', '=', school_id)
    .where(sql<boolean>`o.attention <> '{}'`)
    .select('o.id')
