import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayAddQuestions } from '../policy.ts'
import { getBank, touchBank } from '../queries.ts'
import { getQuestion } from '../reading/get-question.ts'
import { cleanQuestion, nameFromText } from '../texts/question-texts.ts'
import { ensureGradable } from './check.ts'
import { insertQuestions } from './insert-questions.ts'
import { cleanTags } from './tags.ts'

export async function createQuestion(
  ctx: Ctx,
  { bank_id, name = '', tags = [], difficulty = null, body, key }: Input<typeof contract.createQuestion>,
) {
  const bank = await getBank(ctx, bank_id, { lock: true })
  ensureAllowed(mayAddQuestions(bank.question_count))
  const question = await cleanQuestion(ctx, { body, key })
  ensureGradable(question.body, question.key)
  const settings = { name: name.trim() || nameFromText(question.body), tags: cleanTags(tags), difficulty }
  const [id] = await insertQuestions(ctx, bank_id, [{ ...settings, ...question }])
  await touchBank(ctx, bank_id, 1)
  await ctx.audit('question.created', ['question', id!], { name: settings.name })
  return getQuestion(ctx, { bank_id, id: id! })
}
