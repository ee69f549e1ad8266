import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadMarks } from '../papers/load-papers.ts'
import { lockAttempts, storeMarking } from '../grading/markable-attempts.ts'
import type { AssessmentRow } from '../queries.ts'
import type { Criterion, RubricMark } from '../rubrics-contract.ts'
import { rubricPoints } from '#lib/grades/index.ts'

interface Changed {
  question_id: string
  criteria: readonly Criterion[]
  is_preview: boolean
}

/**
 * Gives marks of a question the points of a changed rubric, by new steps. Marks with a reason for other points stay. Returns
 * the number of marks that differ; a preview changes none.
 */
export async function changeRubricMarks(
  ctx: Ctx,
  assessment: AssessmentRow,
  changed: Changed,
): Promise<number> {
  const found = await findChangedMarks(ctx, assessment.id, changed)
  if (changed.is_preview || found.length === 0) return found.length
  const ids = [...new Set(found.map(({ attempt_id }) => attempt_id))]
  const attempts = await lockAttempts(ctx, ids)
  const before = await loadMarks(ctx, ids)
  // Marks that another person changed before the lock stay.
  const steps = found
    .filter(({ attempt_id, slot, step }) => before.get(attempt_id)!.get(slot)!.step === step)
    .map(({ step, new_points, max_points: _max, ...mark }) => ({
      ...mark,
      step: step + 1,
      points: new_points,
      source: 'person' as const,
      key_revision: null,
      marked_by: ctx.actor.id!,
    }))
  await storeMarking(ctx, assessment, { attempts, before, steps })
  return steps.length
}

interface MarkByRubric {
  attempt_id: string
  slot: number
  step: number
  user_id: string
  points: number
  comment: string
  rubric: RubricMark
  max_points: number
}

async function findChangedMarks(ctx: Ctx, assessment_id: string, { question_id, criteria }: Changed) {
  const marks = await loadRubricMarks(ctx, assessment_id, question_id)
  return marks.flatMap((mark) => {
    const { choices, reason } = mark.rubric
    const new_points = rubricPoints(criteria, choices, mark.max_points)
    return reason !== '' || new_points === mark.points ? [] : [{ ...mark, new_points }]
  })
}

/** The last marks of a question that follow from its rubric. */
async function loadRubricMarks({ tx, school_id }: Ctx, assessment_id: string, question_id: string) {
  const { rows } = await sql<MarkByRubric>`
    select m.attempt_id, m.slot, m.step, m.user_id, m.points, m.comment, m.rubric,
      (p.slots -> m.slot::int ->> 'points')::float as max_points
    from attempts t
    join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
    join mark_steps m on m.school_id = t.school_id and m.attempt_id = t.id
    where t.school_id = ${school_id}::uuid and t.assessment_id = ${assessment_id}::uuid
      and t.state in ('submitted', 'marked') and m.rubric is not null and m.points is not null
      and p.slots -> m.slot::int ->> 'question_id' = ${question_id}::text
      and not exists (select from mark_steps n where n.school_id = t.school_id and n.attempt_id = t.id
        and n.slot = m.slot and n.step > m.step)`.execute(tx)
  return rows
}
