import { gradeAnswer, type QuestionAnswer } from '#lib/questions/index.ts'
import { roundHalfUp } from '#lib/grades/index.ts'
import { versionKey } from '#questions/index.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import type { MarkStep, StoredAnswer } from '../papers/load-papers.ts'
import type { GradedQuestion } from './load-graded-questions.ts'

export interface NewStep {
  slot: number
  step: number
  source: 'auto' | 'late_sync' | 'regrade'
  points: number | null
  key_revision: number
}

interface Graded {
  paper: readonly PaperSlot[]
  answers: ReadonlyMap<number, StoredAnswer>
  marks: ReadonlyMap<number, MarkStep>
  questions: ReadonlyMap<string, GradedQuestion>
}

/** Steps of marks that differ from the last ones. Marks of people stay, unless a late answer arrived since. */
export function gradeSlots({ paper, answers, marks, questions }: Graded): NewStep[] {
  return paper.flatMap((slot, at): NewStep[] => {
    const question = questions.get(versionKey(slot))!
    const answer = answers.get(at)
    const points = pointsOf(slot, question, answer?.answer ?? null)
    const { revision } = question
    const last = marks.get(at)
    if (!last) return [{ slot: at, step: 1, source: 'auto', points, key_revision: revision }]
    const isOutdated = isAutomatic(last)
      ? last.points !== points || last.key_revision !== revision
      : answer !== undefined && answer.received_at > last.created_at
    if (!isOutdated) return []
    const source = answer?.is_late ? 'late_sync' : 'regrade'
    return [{ slot: at, step: last.step + 1, source, points, key_revision: revision }]
  })
}

const automatic = ['auto', 'late_sync', 'regrade']
const isAutomatic = ({ source }: MarkStep) => automatic.includes(source)

/** Null: a person must mark the answer. */
function pointsOf(
  { points, variables }: Pick<PaperSlot, 'points' | 'variables'>,
  { body, key }: GradedQuestion,
  answer: QuestionAnswer | null,
): number | null {
  if (points === 0) return 0
  const { fraction } = gradeAnswer({ body, key, answer, variables })
  return fraction === null ? null : roundHalfUp(points * fraction, 4)
}
