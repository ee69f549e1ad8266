import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/** Selects clients with the columns of the list. */
export function selectClients({ tx, school_id, now }: Ctx) {
  return tx
    .selectFrom('api_clients as c')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'c.school_id').onRef('u.id', '=', 'c.created_by'),
    )
    .where('c.school_id', '=', school_id)
    .select(['c.id', 'c.username', 'c.name', 'c.role', 'c.scopes', 'c.requests_per_minute'])
    .select(['c.expires_at', 'c.created_at', 'c.revoked_at', 'c.last_used_at', 'c.last_used_address'])
    .select('u.name as created_by_name')
    .select(({ selectFrom }) =>
      selectFrom('api_client_secrets as s')
        .where('s.school_id', '=', school_id)
        .whereRef('s.client_id', '=', 'c.id')
        .where('s.expires_at', '>', now)
        .select(sql<Date | null>`max(s.expires_at)`.as('until'))
        .as('previous_secret_expires_at'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectClients>['executeTakeFirstOrThrow']>>

export function clientView(row: Row, now: Date) {
  const isOver = row.expires_at !== null && row.expires_at <= now
  const status = row.revoked_at ? ('revoked' as const) : isOver ? ('expired' as const) : ('active' as const)
  const previous_secret_expires_at = status === 'active' ? row.previous_secret_expires_at : null
  return { ...row, role: row.role as 'teacher' | 'admin', status, previous_secret_expires_at }
}

export const getClient = async (ctx: Ctx, id: string) =>
  clientView(ensureFound(await selectClients(ctx).where('c.id', '=', id).executeTakeFirst()), ctx.now)

/** Locked until commit, so that concurrent changes of a client run one after the other. */
export async function lockClient({ tx, school_id }: Ctx, id: string) {
  ensureFound(
    await tx
      .selectFrom('api_clients')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select('id')
      .forUpdate()
      .executeTakeFirst(),
  )
}
