import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { questionKeyCorrected } from '../events.ts'
import { getBankQuestion, touchBank } from '../queries.ts'
import { getQuestion, loadQuestion, nameOfEditor } from '../reading/get-question.ts'
import { questionSearchVector } from '../texts/question-search.ts'
import { cleanQuestion, nameFromText } from '../texts/question-texts.ts'
import { ensureGradable } from './check.ts'
import { insertFiles, insertKeys, insertVersions } from './insert-questions.ts'
import { cleanTags } from './tags.ts'

type Update = Input<typeof contract.updateQuestion>
type Saved = Awaited<ReturnType<typeof getBankQuestion>>

/** Saves a changed body as a new version, and a changed key alone as a new revision of the key. */
export async function updateQuestion(ctx: Ctx, update: Update) {
  const { bank_id, id } = update
  const saved = await getBankQuestion(ctx, update, { lock: true })
  await ensureUnchanged(ctx, saved, update.updated_at)
  const before = await loadQuestion(ctx, { question_id: id, number: saved.version })
  const written = update.body !== undefined || update.key !== undefined
  const question = written
    ? await cleanQuestion(ctx, { body: update.body ?? before.body, key: update.key ?? before.key })
    : { ...before, upload_ids: [] }
  if (written) ensureGradable(question.body, question.key)
  const numbers = await saveTexts(ctx, saved, { before, ...question })
  await saveSettings(ctx, saved, { ...update, body: question.body, ...numbers })
  await touchBank(ctx, bank_id)
  await ctx.audit('question.updated', ['question', id], { name: saved.name })
  return getQuestion(ctx, { bank_id, id })
}

async function ensureUnchanged(ctx: Ctx, { id, updated_at }: Saved, expected: string | undefined) {
  if (expected === undefined || new Date(expected).getTime() === updated_at.getTime()) return
  const changed_by = await nameOfEditor(ctx, id)
  throw new Refusal('edit_conflict', { extra: { changed_by, changed_at: updated_at.toISOString() } })
}

interface Texts {
  before: { body: QuestionBody; key: QuestionKey }
  body: QuestionBody
  key: QuestionKey
  upload_ids: readonly string[]
}

async function saveTexts(ctx: Ctx, saved: Saved, { before, body, key, upload_ids }: Texts) {
  const question_id = saved.id
  if (!isDeepStrictEqual(plain(body), before.body)) {
    const version = { question_id, number: saved.version + 1 }
    await insertVersions(ctx, [{ ...version, body }])
    await insertKeys(ctx, [{ ...version, revision: 1, key }])
    await insertFiles(ctx, [{ ...version, upload_ids }])
    return { version: version.number, key_revision: 1 }
  }
  const version = { question_id, number: saved.version }
  if (isDeepStrictEqual(plain(key), before.key))
    return { version: saved.version, key_revision: saved.key_revision }
  const revision = saved.key_revision + 1
  await insertKeys(ctx, [{ ...version, revision, key }])
  await insertFiles(ctx, [{ ...version, upload_ids }])
  await ctx.audit('question.key_corrected', ['question', question_id], { name: saved.name, ...version })
  await ctx.emit(questionKeyCorrected, { ...version, revision })
  return { version: saved.version, key_revision: revision }
}

/** The value as it is read back from the database. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

type Settings = Pick<Update, 'name' | 'tags' | 'difficulty'> & {
  body: QuestionBody
  version: number
  key_revision: number
}

async function saveSettings(ctx: Ctx, saved: Saved, settings: Settings) {
  const { tx, school_id, actor, now } = ctx
  const { body, version, key_revision, difficulty = saved.difficulty } = settings
  const name = settings.name === undefined ? saved.name : settings.name.trim() || nameFromText(body)
  const tags = settings.tags === undefined ? saved.tags : cleanTags(settings.tags)
  // A later instant than before, because an editor recognises by it what it has read.
  const updated_at = new Date(Math.max(now.getTime(), saved.updated_at.getTime() + 1))
  await tx
    .updateTable('questions')
    .set({ name, tags, difficulty, type: body.type, version, key_revision, updated_at, updated_by: actor.id })
    .set({ search: questionSearchVector({ name, tags, body }) })
    .where('school_id', '=', school_id)
    .where('id', '=', saved.id)
    .execute()
}
