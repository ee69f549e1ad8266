import type { ApiReply } from '#platform/client/api/client.ts'
import type * as contract from '../../contract.ts'

export type Overview = ApiReply<typeof contract.getMarkingOverview>
export type Answer = ApiReply<typeof contract.listAnswersToMark>['data'][number]

/** The position of an answer. */
export interface AnswerPosition {
  attempt_id: string
  slot: number
}

export const answerKey = ({ attempt_id, slot }: AnswerPosition) => `${attempt_id}/${slot}`

/** The answers that are shown, and where the list begins. */
export interface Scope {
  /** Null: all questions, student by student. */
  question_id: string | null
  isPendingOnly: boolean
}
