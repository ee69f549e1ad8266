import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadAnswers, loadMarks, loadPapers } from '../papers/load-papers.ts'
import { enqueuePrograms } from './enqueue-programs.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { publishResults } from './publish-results.ts'
import { gradeSlots, type NewStep } from './grade-slots.ts'
import { loadGradedQuestions } from './load-graded-questions.ts'
import { loadRegradePolicies } from './load-policies.ts'
import { insertSteps, storeTotals, type NewMark } from './store-marks.ts'
import { totalOf, type CountedMark } from './total-of.ts'

/** An attempt to grade, with the facts for its score. */
export interface GradedAttempt {
  id: string
  assessment_id: string
  user_id: string
  course_id: string | null
  content_id: string | null
  submitted_at: Date
  /** Revision of the assessment whose rules count. */
  rules_revision: number
}

/**
 * Grades submitted attempts by the newest keys. Marks of people stay. Repeating it changes nothing. At most 100 at once.
 */
export async function gradeAttempts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const attempts = await lockSubmitted(ctx, ids)
  if (attempts.length === 0) return
  const attempt_ids = attempts.map(({ id }) => id)
  const papers = await loadPapers(ctx, attempt_ids)
  const answers = await loadAnswers(ctx, attempt_ids)
  const marks = await loadMarks(ctx, attempt_ids)
  const questions = await loadGradedQuestions(ctx, [...papers.values()].flat())
  const policies = await loadRegradePolicies(ctx, attempts)
  const steps: NewMark[] = []
  const totals = []
  for (const attempt of attempts) {
    const rules = await loadRevision(ctx, attempt.assessment_id, attempt.rules_revision)
    const before = marks.get(attempt.id)!
    const paper = papers.get(attempt.id)!
    const graded =
      rules.kind === 'survey'
        ? []
        : gradeSlots({
            paper,
            answers: answers.get(attempt.id)!,
            marks: before,
            questions,
            policies: policies.get(attempt.assessment_id)!,
          })
    steps.push(...graded.map((step) => ({ ...step, attempt_id: attempt.id, user_id: attempt.user_id })))
    totals.push({ id: attempt.id, ...totalOf({ attempt, rules, paper, marks: withSteps(before, graded) }) })
  }
  await insertSteps(ctx, steps)
  await enqueuePrograms(ctx, { steps, papers, questions })
  await storeTotals(ctx, totals)
  await publishResults(ctx, attempts)
}

/** Marks with those of new steps. */
function withSteps(before: ReadonlyMap<number, CountedMark>, steps: readonly NewStep[]) {
  const marks = new Map(before)
  for (const { slot, ...mark } of steps) marks.set(slot, mark)
  return marks
}

/** Locks the attempts that are submitted, in the order of their ids. */
async function lockSubmitted({ tx, school_id }: Ctx, ids: readonly string[]): Promise<GradedAttempt[]> {
  const rows = await tx
    .selectFrom('attempts as t')
    .innerJoin('assessments as a', (on) =>
      on.onRef('a.school_id', '=', 't.school_id').onRef('a.id', '=', 't.assessment_id'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('t.state', '=', 'submitted')
    .orderBy('t.id')
    .select(['t.id', 't.assessment_id', 't.user_id', 't.course_id', 'a.content_id'])
    .select((eb) => [
      eb.ref('t.submitted_at').$notNull().as('submitted_at'),
      eb.fn.coalesce('a.revision', 'a.last_revision').as('rules_revision'),
    ])
    .forNoKeyUpdate('t')
    .execute()
  return rows
}
