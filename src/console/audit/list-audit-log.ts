import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { schoolNames } from './school-names.ts'

/** The platform's audit log: actions of operators, and changes of accounts. */
export async function listAuditLog(
  ctx: Ctx,
  { limit, cursor, ...filters }: Input<typeof contract.listPlatformAuditLog>,
): Promise<Reply<typeof contract.listPlatformAuditLog>> {
  const page = await paginateByKeyset(selectEntries(ctx, filters), {
    limit,
    cursor,
    by: ['l.created_at', 'l.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  const names = await schoolNames(
    ctx,
    page.data.map((row) => schoolOfChange(row.change)),
  )
  return {
    ...page,
    data: page.data.map(({ actor_id: id, actor_name, email, ...row }) => {
      const school_id = schoolOfChange(row.change)
      return {
        ...row,
        actor: id && actor_name !== null && email !== null ? { id, name: actor_name, email } : null,
        school: school_id ? { school_id, name: names.get(school_id) ?? null } : null,
        // Written by `ctx.audit` and similar functions only, which take a record.
        change: row.change as Record<string, unknown>,
      }
    }),
  }
}

type Filters = Pick<Input<typeof contract.listPlatformAuditLog>, 'school_id' | 'actor_id' | 'action'>

function selectEntries(ctx: Ctx, { school_id, actor_id, action }: Filters) {
  let entries = ctx.tx
    .selectFrom('audit_log as l')
    .leftJoin('accounts as a', 'a.id', 'l.actor_id')
    .where('l.school_id', '=', ctx.school_id)
    .select(['l.id', 'l.action', 'l.actor_role', 'l.subject_type', 'l.subject_id', 'l.change'])
    .select(['l.request_id', 'l.created_at', 'a.id as actor_id', 'a.name as actor_name', 'a.email'])
  if (actor_id) entries = entries.where('l.actor_id', '=', actor_id)
  if (action) entries = entries.where('l.action', '=', action)
  if (school_id)
    // Must equal the expression and condition of the index `audit_log_about_school`.
    entries = entries.where(sql<boolean>`l.change ->> 'school_id' = ${school_id} and l.change ? 'school_id'`)
  return entries
}

/** The school that an entry names in its change; null for none. */
function schoolOfChange(change: unknown) {
  const { school_id } = change as { school_id?: unknown }
  return typeof school_id === 'string' ? school_id : null
}
