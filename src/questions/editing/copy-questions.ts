import { sql, type RawBuilder } from 'kysely'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lockFiles } from '#uploads/index.ts'
import { createQuestionBank, getQuestionBank } from '../banks/change-banks.ts'
import type * as contract from '../contract.ts'
import { mayAddQuestions } from '../policy.ts'
import { lockBanks, selectQuestions, touchBank } from '../queries.ts'

/** Copies several questions to another bank or within their own; each copy begins with version 1. */
export async function copyQuestions(ctx: Ctx, input: Input<typeof contract.copyQuestions>) {
  const { bank_id, question_ids, target_bank_id = bank_id } = input
  const { bank, target } = await lockBanks(ctx, bank_id, target_bank_id)
  const found = await selectQuestions(ctx)
    .where('q.bank_id', '=', bank_id)
    .where('q.id', 'in', question_ids)
    .orderBy('q.id')
    .execute()
  ensureAllowed(mayAddQuestions(target.question_count, found.length))
  await insertCopies(ctx, target_bank_id, found)
  const change = { name: bank.name, copied_count: found.length }
  await ctx.audit('question_bank.questions_copied', ['question_bank', bank_id], change)
  return { copied_count: found.length }
}

/** The copy belongs to the same course, with all questions. */
export async function duplicateQuestionBank(
  ctx: Ctx,
  { bank_id, name }: Input<typeof contract.duplicateQuestionBank>,
) {
  const { bank } = await lockBanks(ctx, bank_id, bank_id)
  const { description, course_id } = bank
  const copy = await createQuestionBank(ctx, { name: name ?? bank.name, description, course_id })
  const questions = await selectQuestions(ctx).where('q.bank_id', '=', bank_id).orderBy('q.id').execute()
  await insertCopies(ctx, copy.id, questions)
  return getQuestionBank(ctx, { bank_id: copy.id })
}

type Version = { id: string; version: number }

/** Copies within the database: the texts of a full bank are larger than the memory of a request should be. */
async function insertCopies(ctx: Ctx, bank_id: string, questions: readonly Version[]) {
  if (questions.length === 0) return
  const pairs = JSON.stringify(questions.map(({ id, version }) => ({ id, version, copy_id: newId() })))
  const source = sql`jsonb_to_recordset(${pairs}::jsonb) g(id uuid, version int, copy_id uuid)`
  const school = sql`${ctx.school_id}::uuid`
  await lockFilesOf(ctx, source)
  for (const statement of [copiedQuestions(ctx, bank_id, source), ...copiedTexts(ctx, source)])
    await statement.execute(ctx.tx)
  await sql`
    insert into question_files (school_id, question_id, number, upload_id)
    select ${school}, g.copy_id, 1, f.upload_id
    from ${source} join question_files f
      on f.school_id = ${school} and f.question_id = g.id and f.number = g.version`.execute(ctx.tx)
  await touchBank(ctx, bank_id, questions.length)
}

/** Keeps the files of the copied versions from being deleted until commit. */
async function lockFilesOf(ctx: Ctx, source: RawBuilder<unknown>) {
  const { rows } = await sql<{ upload_id: string }>`
    select distinct f.upload_id from ${source}
    join question_files f
      on f.school_id = ${ctx.school_id}::uuid and f.question_id = g.id and f.number = g.version`.execute(
    ctx.tx,
  )
  await lockFiles(
    ctx,
    rows.map(({ upload_id }) => upload_id),
  )
}

const copiedQuestions = ({ school_id, actor, now }: Ctx, bank_id: string, source: RawBuilder<unknown>) => sql`
  insert into questions (school_id, id, bank_id, type, name, tags, difficulty, version, key_revision, search,
    created_by, created_at, updated_by, updated_at)
  select q.school_id, g.copy_id, ${bank_id}::uuid, q.type, q.name, q.tags, q.difficulty, 1, 1, q.search,
    ${actor.id}::uuid, ${now}::timestamptz, ${actor.id}::uuid, ${now}::timestamptz
  from ${source} join questions q on q.school_id = ${school_id}::uuid and q.id = g.id`

/** The current version of each question, with the last revision of its key. */
const copiedTexts = ({ school_id, actor, now }: Ctx, source: RawBuilder<unknown>) => [
  sql`
    insert into question_versions (school_id, question_id, number, body, created_by, created_at)
    select v.school_id, g.copy_id, 1, v.body, ${actor.id}::uuid, ${now}::timestamptz
    from ${source} join question_versions v
      on v.school_id = ${school_id}::uuid and v.question_id = g.id and v.number = g.version`,
  sql`
    insert into question_keys (school_id, question_id, number, revision, key, created_by, created_at)
    select distinct on (g.copy_id) k.school_id, g.copy_id, 1, 1, k.key, ${actor.id}::uuid, ${now}::timestamptz
    from ${source} join question_keys k
      on k.school_id = ${school_id}::uuid and k.question_id = g.id and k.number = g.version
    order by g.copy_id, k.revision desc`,
]
