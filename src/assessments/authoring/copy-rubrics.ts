import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Copies the rubrics of an assessment to a copy of it. */
export async function copyRubrics({ tx, school_id, actor, now }: Ctx, from_id: string, to_id: string) {
  await sql`
    insert into rubrics (school_id, assessment_id, question_id, criteria, updated_by, updated_at)
    select school_id, ${to_id}::uuid, question_id, criteria, ${actor.id}::uuid, ${now}::timestamptz
    from rubrics where school_id = ${school_id}::uuid and assessment_id = ${from_id}::uuid`.execute(tx)
}
