import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Read {
  content_id: string
  /** Time of the reader's approval in the course. */
  approved_at: Date | null
}

/** Titles of contents for this student, including versions for new students. */
export async function studentTitles({ tx, school_id }: Ctx, reads: readonly Read[]) {
  const approved = reads.filter(({ approved_at }) => approved_at !== null)
  const titles = new Map<string, string>()
  const titleOf = (read: Read, title: string) => titles.get(keyOf(read)) ?? title
  if (approved.length === 0) return titleOf
  const ids = approved.map(({ content_id }) => content_id)
  const dates = approved.map(({ approved_at }) => approved_at!.toISOString())
  const { rows } = await sql<Read & { title: string }>`
    select distinct on (r.content_id, r.approved_at) r.content_id, r.approved_at, v.title
    from unnest(${ids}::uuid[], ${dates}::timestamptz[]) as r (content_id, approved_at)
    join contents c on c.school_id = ${school_id} and c.id = r.content_id and c.new_students_since <= r.approved_at
    join content_versions v on v.school_id = ${school_id} and v.content_id = r.content_id
      and v.audience = 'new_students' and v.published_at <= r.approved_at
    order by r.content_id, r.approved_at, v.number desc`.execute(tx)
  for (const row of rows) titles.set(keyOf(row), row.title)
  return titleOf
}

const keyOf = ({ content_id, approved_at }: Read) => `${content_id}/${approved_at?.toISOString() ?? ''}`
