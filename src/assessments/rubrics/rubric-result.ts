import type { Ctx } from '#tenancy/context/request-context.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import type { MarkStep } from '../papers/load-papers.ts'
import type { Criterion, RubricMark } from '../rubrics-contract.ts'
import { loadRubrics } from './load-rubrics.ts'
import { chosenLevels } from '#lib/grades/index.ts'

interface Marked {
  paper: readonly PaperSlot[]
  /** Null: not released. */
  marks: ReadonlyMap<number, MarkStep> | null
}

/** Rubrics of the questions of an attempt that were marked by one. */
export const loadMarkedRubrics = (ctx: Ctx, assessment_id: string, { paper, marks }: Marked) =>
  loadRubrics(
    ctx,
    assessment_id,
    paper.flatMap(({ question_id }, slot) => (marks?.get(slot)?.rubric ? question_id : [])),
  )

/** What a student reads of a rubric: the levels that were chosen. */
export const rubricResult = (criteria: readonly Criterion[] = [], rubric: RubricMark | null) =>
  chosenLevels(criteria, rubric?.choices ?? []).map(({ criterion, level }) => ({
    criterion: criterion.name,
    level: level.description,
    points: level.points,
    max_points: Math.max(...criterion.levels.map(({ points }) => points)),
  }))
