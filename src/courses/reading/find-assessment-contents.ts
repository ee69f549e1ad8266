import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

type SchoolTx = Pick<Ctx, 'tx' | 'school_id'>

/** Titles of the contents with an assessment among these, by id. */
export async function assessmentTitles({ tx, school_id }: SchoolTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...new Set(ids)])
    .where('type', '=', 'assessment')
    .select(['id', 'title'])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Whether a course, or the course that it mirrors, has a content with an assessment. */
export async function hasAssessment(
  { tx, school_id }: SchoolTx,
  { course_id, content_id }: { course_id: string; content_id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('courses as c')
    .innerJoin('contents as t', (on) =>
      on
        .onRef('t.school_id', '=', 'c.school_id')
        .on('t.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', course_id)
    .where('t.id', '=', content_id)
    .where('t.type', '=', 'assessment')
    .select('t.id')
    .executeTakeFirst()
  return row !== undefined
}
