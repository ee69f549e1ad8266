import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayAddQuestions } from '../policy.ts'
import { getBank, touchBank } from '../queries.ts'
import { cleanQuestion, nameFromText } from '../texts/question-texts.ts'
import { ensureGradable } from './check.ts'
import { insertQuestions, type NewQuestion } from './insert-questions.ts'
import { cleanTags } from './tags.ts'

/** Creates all questions of a part of an imported file, or none. */
export async function createQuestions(
  ctx: Ctx,
  { bank_id, questions }: Input<typeof contract.createQuestions>,
) {
  const bank = await getBank(ctx, bank_id, { lock: true })
  ensureAllowed(mayAddQuestions(bank.question_count, questions.length))
  const cleaned: NewQuestion[] = []
  for (const [at, { name = '', tags = [], difficulty = null, body, key }] of questions.entries()) {
    const question = await cleanQuestion(ctx, { body, key })
    ensureGradable(question.body, question.key, `questions.${at}.`)
    const title = name.trim() || nameFromText(question.body)
    cleaned.push({ name: title, tags: cleanTags(tags), difficulty, ...question })
  }
  await insertQuestions(ctx, bank_id, cleaned)
  await touchBank(ctx, bank_id, cleaned.length)
  const change = { name: bank.name, created_count: cleaned.length }
  await ctx.audit('question_bank.questions_imported', ['question_bank', bank_id], change)
  return { created_count: cleaned.length }
}
