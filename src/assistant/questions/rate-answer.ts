import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { questionForUpdate } from '../queries.ts'

/** Its asker's word only. A wrong answer is put before the teacher, unless there is the teacher's own already. */
export async function judgeAnswer(ctx: Ctx, { id, verdict }: Input<typeof contract.judgeAnswer>) {
  const { tx, school_id, actor } = ctx
  const question = await questionForUpdate(ctx, id)
  const { state, kind } = found(question?.user_id === actor.id ? question : null)
  await tx
    .updateTable('assistant_questions')
    .set({ verdict, state: state === 'corrected' ? state : stateOf(kind, verdict) })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  return { verdict }
}

export function stateOf(kind: string, verdict: string | null) {
  if (verdict === 'wrong') return 'wrong'
  return kind === 'none' ? 'unanswered' : 'answered'
}
