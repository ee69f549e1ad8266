import type { Ctx } from '#platform/context.ts'
import { keyset } from '#platform/paging.ts'
import type { Input, Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'

type Filters = Input<typeof contract.listAuditLog>

export async function listAuditLog(
  { tx, school_id }: Ctx,
  { limit, cursor, ...filters }: Filters,
): Promise<Reply<typeof contract.listAuditLog>> {
  let entries = tx
    .selectFrom('audit_log as l')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'l.school_id').onRef('u.id', '=', 'l.actor_id'),
    )
    .leftJoin('api_clients as c', (on) =>
      on.onRef('c.school_id', '=', 'l.school_id').onRef('c.id', '=', 'l.client_id'),
    )
    .leftJoin('support_visits as v', (on) =>
      on.onRef('v.school_id', '=', 'l.school_id').onRef('v.id', '=', 'l.actor_id'),
    )
    .where('l.school_id', '=', school_id)
    .select(['v.email as support_email', 'v.reason as support_reason'])
    .select(['l.client_id', 'c.name as client_name'])
    .select(['l.id', 'l.action', 'l.actor_role', 'u.id as actor_id', 'l.subject_type'])
    .select((eb) => eb.fn.coalesce('u.name', 'v.name').as('actor_name'))
    .select(['l.subject_id', 'l.change', 'l.request_id', 'l.created_at'])
  if (filters.actor_role !== undefined) entries = entries.where('l.actor_role', '=', filters.actor_role)
  for (const field of ['action', 'actor_id', 'subject_type', 'subject_id'] as const) {
    const wanted = filters[field]
    if (wanted !== undefined) entries = entries.where(`l.${field}`, '=', wanted)
  }
  const page = await keyset(entries, {
    limit,
    cursor,
    by: ['l.created_at', 'l.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  // Written only by `ctx.audit`, which takes a record.
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, change: row.change as Record<string, unknown> })),
  }
}
