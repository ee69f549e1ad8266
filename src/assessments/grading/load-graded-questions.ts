import type { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import {
  loadEarlierKeys,
  loadQuestionBodies,
  loadQuestionKeys,
  versionKey,
  type QuestionVersionRef,
} from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

export interface GradedQuestion {
  body: QuestionBody
  key: QuestionKey
  revision: number
  /** Keys that were corrected since. */
  earlier_keys: readonly QuestionKey[]
}

/** Bodies and newest keys of the questions of papers, by `versionKey`. */
export async function loadGradedQuestions(
  ctx: Ctx,
  slots: readonly QuestionVersionRef[],
): Promise<ReadonlyMap<string, GradedQuestion>> {
  const refs = [
    ...new Map(
      slots.map(({ question_id, number }) => {
        const ref = { question_id, number }
        return [versionKey(ref), ref] as const
      }),
    ).values(),
  ]
  const bodies = await loadQuestionBodies(ctx, refs)
  const keys = await loadQuestionKeys(ctx, refs)
  const earlier = await loadEarlierKeys(ctx, refs)
  return new Map(
    refs.map((ref) => {
      const at = versionKey(ref)
      return [at, { body: bodies.get(at)!, ...keys.get(at)!, earlier_keys: earlier.get(at) ?? [] }]
    }),
  )
}
