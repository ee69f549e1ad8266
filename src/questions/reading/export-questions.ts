import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { loadQuestionBodies, loadQuestionKeys, versionKey } from '../load-questions.ts'
import { getBank, selectQuestions } from '../queries.ts'
import { editableQuestion } from '../texts/question-texts.ts'

/** A page of the questions of a bank with their keys: for staff only. */
export async function exportQuestions(
  ctx: Ctx,
  { bank_id, limit, cursor }: Input<typeof contract.exportQuestions>,
) {
  await getBank(ctx, bank_id)
  const page = await paginateByKeyset(selectQuestions(ctx).where('q.bank_id', '=', bank_id), {
    // Ids grow with the time of creation.
    by: ['q.id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.id],
  })
  const versions = page.data.map(({ id, version }) => ({ question_id: id, number: version }))
  const [bodies, keys] = [await loadQuestionBodies(ctx, versions), await loadQuestionKeys(ctx, versions)]
  const data = page.data.map(({ id, name, tags, difficulty, version }) => {
    const at = versionKey({ question_id: id, number: version })
    const { body, key, files } = editableQuestion(ctx, { body: bodies.get(at)!, key: keys.get(at)!.key })
    return { name, tags, difficulty, body, key, files }
  })
  return { ...page, data }
}
