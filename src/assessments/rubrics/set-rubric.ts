import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import type { Criterion } from '../rubrics-contract.ts'
import { changeRubricMarks } from './change-rubric-marks.ts'
import { rubricOf } from './get-rubric.ts'

type Given = Input<typeof contract.setRubric>

/** Stores a rubric, and gives the marks that follow from it their new points. A preview stores nothing. */
export async function setRubric(ctx: Ctx, { id, question_id, criteria, version, is_preview = false }: Given) {
  const assessment = await getEditableAssessment(ctx, id, { lock: true })
  ensureUniqueIds(criteria)
  const present = await rubricOf(ctx, id, question_id)
  if (present.version !== version)
    throw new Refusal('rubric_conflict', { extra: { changed_by: present.updated_by_name } })
  const changed_count = await changeRubricMarks(ctx, assessment, { question_id, criteria, is_preview })
  if (is_preview) return { ...present, criteria, changed_count }
  await storeRubric(ctx, { assessment_id: id, question_id, criteria, version: version + 1 })
  await ctx.audit('assessment.rubric_set', ['assessment', id], { name: assessment.name, changed_count })
  return { ...(await rubricOf(ctx, id, question_id)), changed_count }
}

function ensureUniqueIds(criteria: readonly Criterion[]) {
  const ids = criteria.flatMap(({ id, levels }) => [id, ...levels.map((level) => level.id)])
  if (new Set(ids).size < ids.length)
    refuseInvalidField('criteria', 'duplicate_id', 'Two parts of the rubric have the same id.')
}

interface StoredRubric {
  assessment_id: string
  question_id: string
  criteria: readonly Criterion[]
  version: number
}

async function storeRubric({ tx, school_id, actor, now }: Ctx, { criteria, ...rubric }: StoredRubric) {
  const changed = { criteria: JSON.stringify(criteria), updated_by: actor.id, updated_at: now }
  await tx
    .insertInto('rubrics')
    .values({ school_id, ...rubric, ...changed })
    .onConflict((on) =>
      on.columns(['school_id', 'assessment_id', 'question_id']).doUpdateSet((eb) => ({
        criteria: eb.ref('excluded.criteria'),
        version: eb.ref('excluded.version'),
        updated_by: eb.ref('excluded.updated_by'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
