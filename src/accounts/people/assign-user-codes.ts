import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Given {
  user_id: string
  user_code: string
}

/** Assigns user codes to people without one. Returns those who got one. */
export async function assignUserCodes(ctx: Ctx, given: readonly Given[]): Promise<string[]> {
  const { tx, school_id, now } = ctx
  if (given.length === 0) return []
  const { rows } = await sql<{ id: string }>`update users u set user_code = g.user_code, updated_at = ${now}
    from unnest(${given.map((one) => one.user_id)}::uuid[], ${given.map((one) => one.user_code)}::text[])
      as g (user_id, user_code)
    where u.school_id = ${school_id}::uuid and u.id = g.user_id and u.user_code is null
    returning u.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await ctx.audit('user.codes_assigned', ['school', school_id], { user_ids: ids })
  return ids
}
