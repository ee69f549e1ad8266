import { sql } from 'kysely'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayAddQuestions } from '../policy.ts'
import { getBank, getBankQuestion, lockBanks, selectQuestions, touchBank } from '../queries.ts'
import { fileIdsOf, loadQuestion } from '../reading/get-question.ts'
import { insertQuestions } from './insert-questions.ts'
import { cleanTags } from './tags.ts'
import { lockFiles } from '#uploads/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/** The copy begins with version 1. */
export async function duplicateQuestion(
  ctx: Ctx,
  { bank_id, id, name, target_bank_id = bank_id }: Input<typeof contract.duplicateQuestion>,
) {
  const { target } = await lockBanks(ctx, bank_id, target_bank_id)
  const source = await getBankQuestion(ctx, { bank_id, id })
  ensureAllowed(mayAddQuestions(target.question_count))
  const version = { question_id: id, number: source.version }
  const question = await loadQuestion(ctx, version)
  const upload_ids = await fileIdsOf(ctx, version)
  await lockFiles(ctx, upload_ids)
  const { tags, difficulty } = source
  const copy = { name: name?.trim() ?? source.name, tags, difficulty, ...question, upload_ids }
  const [copied] = await insertQuestions(ctx, target_bank_id, [copy])
  await touchBank(ctx, target_bank_id, 1)
  await ctx.audit('question.created', ['question', copied!], { name: copy.name })
  return ensureFound(await selectQuestions(ctx).where('q.id', '=', copied!).executeTakeFirst())
}

export async function deleteQuestion(ctx: Ctx, { bank_id, id }: Input<typeof contract.deleteQuestion>) {
  await getBank(ctx, bank_id, { lock: true })
  const { name } = await getBankQuestion(ctx, { bank_id, id })
  await markDeleted(ctx, bank_id, [id])
  await ctx.audit('question.deleted', ['question', id], { name })
  return okReply
}

export async function deleteQuestions(
  ctx: Ctx,
  { bank_id, question_ids }: Input<typeof contract.deleteQuestions>,
) {
  const { name } = await getBank(ctx, bank_id, { lock: true })
  const deleted_count = await markDeleted(ctx, bank_id, question_ids)
  await ctx.audit('question_bank.questions_deleted', ['question_bank', bank_id], { name, deleted_count })
  return { deleted_count }
}

async function markDeleted(ctx: Ctx, bank_id: string, ids: readonly string[]) {
  const { tx, school_id, actor, now } = ctx
  const deleted = await tx
    .updateTable('questions')
    .set({ deleted_at: now, updated_by: actor.id })
    .where('school_id', '=', school_id)
    .where('bank_id', '=', bank_id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await touchBank(ctx, bank_id, -deleted.length)
  return deleted.length
}

/** Tags that all differ: `remove_tags` are taken away first, then `add_tags` are added, up to 20 on each question. */
export async function updateQuestions(ctx: Ctx, input: Input<typeof contract.updateQuestions>) {
  const { bank_id, question_ids, target_bank_id = bank_id, difficulty } = input
  const { bank, target } = await lockBanks(ctx, bank_id, target_bank_id)
  const questions = await selectQuestions(ctx)
    .where('q.bank_id', '=', bank_id)
    .where('q.id', 'in', question_ids)
    .forNoKeyUpdate()
    .execute()
  const isMoved = target.id !== bank.id
  if (isMoved) ensureAllowed(mayAddQuestions(target.question_count, questions.length))
  const removed = new Set(input.remove_tags?.map((tag) => tag.trim().toLowerCase()))
  const rows = questions.map(({ id, tags, ...question }) => ({
    id,
    tags: cleanTags([
      ...tags.filter((tag) => !removed.has(tag.toLowerCase())),
      ...(input.add_tags ?? []),
    ]).slice(0, 20),
    difficulty: difficulty === undefined ? question.difficulty : difficulty,
  }))
  await saveRows(ctx, target_bank_id, rows)
  await touchBank(ctx, bank_id, isMoved ? -rows.length : 0)
  if (isMoved) await touchBank(ctx, target_bank_id, rows.length)
  const change = { name: bank.name, updated_count: rows.length }
  await ctx.audit('question_bank.questions_updated', ['question_bank', bank_id], change)
  return { updated_count: rows.length }
}

interface Row {
  id: string
  tags: string[]
  difficulty: number | null
}

/** One statement. The words of added tags are found too; those of removed ones until the question is saved. */
async function saveRows({ tx, school_id, actor, now }: Ctx, bank_id: string, rows: readonly Row[]) {
  if (rows.length === 0) return
  const given = JSON.stringify(rows)
  await sql`
    update questions q
    set tags = g.tags, difficulty = g.difficulty, bank_id = ${bank_id}::uuid,
      search = q.search || to_tsvector('simple', fold_text(array_to_string(g.tags, ' '))),
      updated_at = greatest(${now}::timestamptz, q.updated_at + interval '1 ms'), updated_by = ${actor.id}::uuid
    from jsonb_to_recordset(${given}::jsonb) g(id uuid, tags text[], difficulty int)
    where q.school_id = ${school_id}::uuid and q.id = g.id`.execute(tx)
}
