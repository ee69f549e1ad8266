import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { subjectKey, getSubjectNames } from './audit-subjects.ts'
import type * as contract from '../contract.ts'

type Filters = Omit<Input<typeof contract.listAuditLog>, 'limit' | 'cursor'>

export async function listAuditLog(
  ctx: Ctx,
  { limit, cursor, ...filters }: Input<typeof contract.listAuditLog>,
): Promise<Reply<typeof contract.listAuditLog>> {
  const page = await paginateByKeyset(selectEntries(ctx, filters), {
    limit,
    cursor,
    by: ['l.created_at', 'l.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  const names = await getSubjectNames(ctx, page.data)
  return {
    ...page,
    data: page.data.map((row) => {
      // Written by `ctx.audit` only, which takes a record.
      const change = row.change as Record<string, unknown>
      const subject = names.get(subjectKey(row.subject_type, row.subject_id))
      const subject_name = subject?.name || nameIn(change)
      const subject_course_id = subject?.course_id ?? null
      return { ...row, change, subject_name, subject_course_id, subject_exists: subject !== undefined }
    }),
  }
}

function selectEntries({ tx, school_id }: Ctx, { kind, from, until, ...filters }: Filters) {
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
    .select(['v.email as support_email', 'v.reason as support_visit_reason'])
    .select(['l.client_id', 'c.name as client_name'])
    .select(['l.id', 'l.action', 'l.actor_role', 'u.id as actor_id', 'l.subject_type'])
    .select((eb) => eb.fn.coalesce('u.name', 'v.name').as('actor_name'))
    .select(['l.subject_id', 'l.change', 'l.request_id', 'l.created_at'])
  if (filters.actor_role !== undefined) entries = entries.where('l.actor_role', '=', filters.actor_role)
  for (const field of ['action', 'actor_id', 'subject_type', 'subject_id'] as const) {
    const value = filters[field]
    if (value !== undefined) entries = entries.where(`l.${field}`, '=', value)
  }
  if (kind !== undefined) entries = entries.where('l.action', 'like', `${likeless(kind)}.%`)
  if (from !== undefined) entries = entries.where('l.created_at', '>=', new Date(from))
  if (until !== undefined) entries = entries.where('l.created_at', '<', new Date(until))
  return entries
}

const likeless = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Name stored in the entry, for deleted subjects. */
function nameIn(change: Record<string, unknown>): string | null {
  const candidates = ['name', 'title', 'course_name', 'domain', 'host', 'email'].map((field) => change[field])
  const subjectName = candidates.find((value): value is string => typeof value === 'string' && value !== '')
  return subjectName ?? null
}
