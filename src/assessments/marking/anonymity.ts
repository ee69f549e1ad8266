import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/**
 * Whether names are hidden in an assessment `a` and the revision `r` of an attempt: a draft that shows names does not
 * reveal those of attempts that began before.
 */
export const hidesNamesSql = sql<boolean>`(
  coalesce((a.draft -> 'settings' ->> 'anonymous_marking')::boolean, false)
  or coalesce((r.content -> 'settings' ->> 'anonymous_marking')::boolean, false))`

/** The same for the newest revision of an assessment. */
export async function isMarkedAnonymously({ tx, school_id }: Ctx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('assessments as a')
    .leftJoin('assessment_revisions as r', (on) =>
      on
        .onRef('r.school_id', '=', 'a.school_id')
        .onRef('r.assessment_id', '=', 'a.id')
        .onRef('r.revision', '=', 'a.last_revision'),
    )
    .where('a.school_id', '=', school_id)
    .where('a.id', '=', id)
    .select(hidesNamesSql.as('hides_names'))
    .executeTakeFirstOrThrow()
  return row.hides_names
}
