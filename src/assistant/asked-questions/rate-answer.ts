import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { lockQuestion } from '../queries.ts'

/**
 * Only the person who asked may rate. A wrong answer is listed for the teacher, unless it is corrected already.
 */
export async function rateAnswer(ctx: Ctx, { id, rating }: Input<typeof contract.rateAnswer>) {
  const { tx, school_id, actor } = ctx
  const question = await lockQuestion(ctx, id)
  const { state, kind } = ensureFound(question?.user_id === actor.id ? question : null)
  await tx
    .updateTable('assistant_questions')
    .set({ rating, state: state === 'corrected' ? state : questionState(kind, rating) })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  return { rating }
}

export function questionState(kind: string, rating: string | null) {
  if (rating === 'unhelpful') return 'rated_unhelpful'
  return kind === 'none' ? 'unanswered' : 'answered'
}
