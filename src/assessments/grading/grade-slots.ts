import { gradeAnswer, type QuestionAnswer } from '#lib/questions/index.ts'
import { roundHalfUp } from '#lib/grades/index.ts'
import { versionKey } from '#questions/index.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import type { MarkStep, StoredAnswer } from '../papers/load-papers.ts'
import { regradedPoints, type RegradePolicy } from './regraded-points.ts'
import type { GradedQuestion } from './load-graded-questions.ts'

export interface NewStep {
  slot: number
  step: number
  source: 'auto' | 'late_sync' | 'regrade'
  points: number | null
  key_revision: number
  is_dropped: boolean
}

interface Graded {
  paper: readonly PaperSlot[]
  answers: ReadonlyMap<number, StoredAnswer>
  marks: ReadonlyMap<number, MarkStep>
  questions: ReadonlyMap<string, GradedQuestion>
  /** Of questions that were regraded in this assessment, by question. */
  policies: ReadonlyMap<string, RegradePolicy>
}

/** Steps of marks that differ from the last ones. Marks of people and regrades stay, unless a late answer arrived since. */
export function gradeSlots({ paper, answers, marks, questions, policies }: Graded): NewStep[] {
  return paper.flatMap((slot, at): NewStep[] => {
    const question = questions.get(versionKey(slot))!
    const answer = answers.get(at)
    const policy = policies.get(slot.question_id) ?? 'new_key'
    const points = pointsOf(slot, { question, answer: answer?.answer ?? null, policy, before: null })
    const graded = { slot: at, points, key_revision: question.revision, is_dropped: policy === 'drop' }
    const last = marks.get(at)
    if (!last) return [{ ...graded, step: 1, source: 'auto' }]
    // The sandbox marks programs later: their points stay until another key or answer counts.
    const isSandbox = points === null && question.body.type === 'code' && !isNewer(answer, last)
    const isOutdated = isAutomatic(last)
      ? (last.points !== points && !isSandbox) || last.key_revision !== question.revision
      : isNewer(answer, last)
    if (!isOutdated) return []
    return [{ ...graded, step: last.step + 1, source: answer?.is_late ? 'late_sync' : 'regrade' }]
  })
}

const isNewer = (answer: StoredAnswer | undefined, mark: MarkStep) =>
  answer !== undefined && answer.received_at > mark.created_at

const automatic = ['auto', 'late_sync']
const isAutomatic = ({ source }: MarkStep) => automatic.includes(source)

interface Pointed {
  question: GradedQuestion
  answer: QuestionAnswer | null
  policy: RegradePolicy
  /** Points of the present mark, for the policy `never_lower`. */
  before: number | null
}

/** Null: a person must mark the answer. */
export function pointsOf(slot: PaperSlot, { question, answer, policy, before }: Pointed): number | null {
  const max_points = slot.points
  if (max_points === 0) return 0
  const { body, variables, earlier_keys } = { ...question, variables: slot.variables }
  const byKey = (key: GradedQuestion['key']) => {
    const { fraction } = gradeAnswer({ body, key, answer, variables })
    return fraction === null ? null : roundHalfUp(max_points * fraction, 4)
  }
  const earlier = policy === 'either_key' ? earlier_keys.map(byKey).filter((points) => points !== null) : []
  return regradedPoints({
    policy,
    max_points,
    before,
    by_new_key: byKey(question.key),
    by_earlier_key: earlier.length > 0 ? Math.max(...earlier) : null,
  })
}
