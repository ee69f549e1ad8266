import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import { loadRubrics } from './load-rubrics.ts'
import { chosenLevels, rubricPoints } from '#lib/grades/index.ts'

interface GivenMark {
  mark: Pick<Input<typeof contract.markAnswers>['marks'][number], 'points' | 'rubric'>
  paper: PaperSlot
  /** Path of the mark in the body. */
  field: string
}

/** Refuses marks whose points do not follow from the present rubric, unless they have a reason. */
export async function ensureByRubric(ctx: Ctx, assessment_id: string, marks: readonly GivenMark[]) {
  const byRubric = marks.filter(({ mark }) => mark.rubric)
  const rubrics = await loadRubrics(
    ctx,
    assessment_id,
    byRubric.map(({ paper }) => paper.question_id),
  )
  for (const { mark, paper, field } of byRubric) {
    const { version, choices, reason } = mark.rubric!
    const rubric = rubrics.get(paper.question_id)
    if (rubric?.version !== version) throw new Refusal('rubric_conflict')
    const path = field === '' ? 'rubric' : `${field}.rubric`
    const isOncePerCriterion =
      new Set(choices.map(({ criterion_id }) => criterion_id)).size === choices.length
    if (!isOncePerCriterion || chosenLevels(rubric.criteria, choices).length < choices.length)
      refuseInvalidField(`${path}.choices`, 'level_unknown', 'The rubric has no such level.')
    if (reason.trim() === '' && rubricPoints(rubric.criteria, choices, paper.points) !== mark.points)
      refuseInvalidField(`${path}.reason`, 'required', 'Other points than those of the rubric need a reason.')
  }
}
