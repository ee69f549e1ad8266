import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Criterion } from '../rubrics-contract.ts'

interface StoredRubric {
  question_id: string
  version: number
  criteria: Criterion[]
}

/** Rubrics of questions in an assessment, by the id of the question, in one query. */
export async function loadRubrics(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  assessment_id: string,
  question_ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRubric>> {
  if (question_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('rubrics')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('question_id', '=', sql<string>`any(${question_ids}::uuid[])`)
    .select(['question_id', 'version'])
    .select((eb) => eb.ref('criteria').$castTo<Criterion[]>().as('criteria'))
    .execute()
  return new Map(rows.map((row) => [row.question_id, row]))
}
