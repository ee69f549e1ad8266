import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Subject {
  subject_type: string
  subject_id: string
}

interface Named {
  type: string
  id: string
  name: string
  course_id: string | null
}

/** Tables with the current name and course of each subject type. */
const sources: Record<string, { table: string; name: string; course: string }> = {
  api_client: { table: 'api_clients', name: 'name', course: 'null' },
  category: { table: 'categories', name: 'name', course: 'null' },
  content: { table: 'contents', name: 'title', course: 'course_id' },
  course: { table: 'courses', name: 'course_name', course: 'id' },
  department: { table: 'departments', name: 'name', course: 'null' },
  domain: { table: 'custom_domains', name: 'domain', course: 'null' },
  faculty: { table: 'faculties', name: 'name', course: 'null' },
  invitation: { table: 'invitations', name: 'email', course: 'null' },
  lesson: { table: 'lessons', name: 'title', course: 'course_id' },
  template: { table: 'course_templates', name: 'name', course: 'null' },
  user: { table: 'users', name: 'name', course: 'null' },
  // The path of a webhook address may contain a secret.
  webhook: { table: 'webhook_endpoints', name: `substring(url from '^https?://([^/?#]+)')`, course: 'null' },
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Current names of the subjects of entries, by type and id; deleted subjects are left out. */
export async function getSubjectNames({ tx, school_id }: Ctx, entries: Subject[]) {
  const parts = [...Map.groupBy(entries, ({ subject_type }) => subject_type)].flatMap(([type, of]) => {
    const source = sources[type]
    const ids = [...new Set(of.map(({ subject_id }) => subject_id))].filter((id) => isId.test(id))
    if (!source || ids.length === 0) return []
    return [
      sql`select ${type} as type, id::text as id, ${sql.raw(source.name)} as name, ${sql.raw(source.course)}::text as course_id
        from ${sql.table(source.table)} where school_id = ${school_id} and id = any(${ids}::uuid[])`,
    ]
  })
  if (parts.length === 0) return new Map<string, Named>()
  const { rows } = await sql<Named>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return new Map(rows.map((row) => [subjectKey(row.type, row.id), row]))
}

export const subjectKey = (type: string, id: string) => `${type} ${id}`
