import { readableHtml } from '#courses/index.ts'
import { fillBody, orderOptions } from '#lib/questions/index.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { loadQuestionBodies, readableBody, versionKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { loadGradedQuestions } from '../grading/load-graded-questions.ts'
import { loadAnswers, loadMarks, loadPapers, type MarkStep } from '../papers/load-papers.ts'
import { resultOf } from '../results/result-of.ts'
import { reviewSlot } from '../results/review-slot.ts'
import { loadMarkedRubrics, rubricResult } from '../rubrics/rubric-result.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import type { AssessmentSettings } from '../shapes.ts'
import { safeAnswer } from '../papers/safe-answer.ts'
import { getOwnAttempt, loadRelease, statusWith, type AttemptRow } from './queries.ts'

export async function getAttempt(ctx: Ctx, { id }: Input<typeof contract.getAttempt>) {
  return viewAttempt(ctx, await getOwnAttempt(ctx, id))
}

/** An attempt with its questions and answers, for its student. Keys are read only if the result is released. */
export async function viewAttempt(ctx: Ctx, row: AttemptRow): Promise<Reply<typeof contract.getAttempt>> {
  const { settings, sections, name, kind, instructions } = await loadRevision(
    ctx,
    row.assessment_id,
    row.revision,
  )
  const { rules, isAttemptReleased } = await loadRelease(ctx, row)
  const is_released = isAttemptReleased(row)
  const show = is_released ? rules.settings.release.show : null
  return {
    ...statusWith(ctx, row, is_released),
    assessment_id: row.assessment_id,
    course_id: row.course_id,
    content_id: row.content_id,
    kind,
    name,
    number: row.number,
    started_at: row.started_at,
    instructions: readableHtml(ctx, instructions),
    one_question_per_page: settings.one_question_per_page,
    integrity: settings.integrity,
    sections: sections.map((section) => ({
      name: section.name,
      instructions: readableHtml(ctx, section.instructions),
    })),
    slots: await viewSlots(ctx, row, show),
    result: is_released ? resultOf(row, rules) : null,
  }
}

type Show = AssessmentSettings['release']['show'] | null

async function viewSlots(ctx: Ctx, { id, assessment_id }: AttemptRow, show: Show) {
  const paper = (await loadPapers(ctx, [id])).get(id)!
  const bodies = await loadQuestionBodies(ctx, paper)
  const answers = (await loadAnswers(ctx, [id])).get(id)!
  const marks = show === 'marks' || show === 'answers' ? (await loadMarks(ctx, [id])).get(id)! : null
  const rubrics = await loadMarkedRubrics(ctx, assessment_id, { paper, marks })
  const questions = show === 'answers' ? await loadGradedQuestions(ctx, paper) : null
  return paper.map(({ section, points, order, variables, ...version }, slot) => {
    const at = versionKey(version)
    const given = answers.get(slot)
    const answer = given?.answer ?? null
    const body = orderOptions(fillBody(bodies.get(at)!, variables), order)
    const review = questions && reviewSlot(ctx, { question: questions.get(at)!, answer, variables })
    return {
      slot,
      section,
      points,
      ...readableBody(ctx, body),
      answer: safeAnswer(body, answer),
      is_late: given?.is_late ?? false,
      mark: marks && {
        ...viewMark(marks.get(slot), review),
        rubric: rubricResult(rubrics.get(version.question_id)?.criteria, marks.get(slot)?.rubric ?? null),
      },
    }
  })
}

const viewMark = (mark: MarkStep | undefined, review: ReturnType<typeof reviewSlot> | null) => ({
  points: mark?.points ?? null,
  is_dropped: mark?.is_dropped ?? false,
  comment: mark?.comment ?? '',
  feedback: review?.feedback ?? [],
  right_answer: review?.right_answer ?? null,
})
