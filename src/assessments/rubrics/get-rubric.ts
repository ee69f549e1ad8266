import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import type { Criterion } from '../rubrics-contract.ts'

export async function getRubric(ctx: Ctx, { id, question_id }: Input<typeof contract.getRubric>) {
  await getEditableAssessment(ctx, id)
  return rubricOf(ctx, id, question_id)
}

/** The rubric of a question in an assessment; an empty one if there is none. */
export async function rubricOf({ tx, school_id }: Ctx, assessment_id: string, question_id: string) {
  const row = await tx
    .selectFrom('rubrics as r')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'r.school_id').onRef('u.id', '=', 'r.updated_by'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.assessment_id', '=', assessment_id)
    .where('r.question_id', '=', question_id)
    .select(['r.question_id', 'r.version', 'u.name as updated_by_name'])
    .select((eb) => eb.ref('r.criteria').$castTo<Criterion[]>().as('criteria'))
    .executeTakeFirst()
  return row ?? { question_id, version: 0, criteria: [], updated_by_name: null }
}
