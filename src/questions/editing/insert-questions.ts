import { sql } from 'kysely'
import type { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { questionSearchVector } from '../texts/question-search.ts'

export interface NewQuestion {
  name: string
  tags: readonly string[]
  difficulty: number | null
  external_id?: string | null
  body: QuestionBody
  key: QuestionKey
  /** Files that the question shows, locked until commit. */
  upload_ids: readonly string[]
}

interface Version {
  question_id: string
  number: number
  body: QuestionBody
}

interface Key {
  question_id: string
  number: number
  revision: number
  key: QuestionKey
}

interface Files {
  question_id: string
  number: number
  upload_ids: readonly string[]
}

/** Rows per statement, below the maximum number of parameters in Postgres. */
const maxRows = 500

/** Inserts checked questions with their first version. The bank is locked; `touchBank` adds them to its number. */
export async function insertQuestions(
  ctx: Ctx,
  bank_id: string,
  questions: readonly NewQuestion[],
): Promise<string[]> {
  const ids = questions.map(() => newId())
  for (let at = 0; at < questions.length; at += maxRows)
    await insertSome(ctx, bank_id, {
      ids: ids.slice(at, at + maxRows),
      questions: questions.slice(at, at + maxRows),
    })
  return ids
}

async function insertSome(
  ctx: Ctx,
  bank_id: string,
  { ids, questions }: { ids: string[]; questions: readonly NewQuestion[] },
) {
  const { tx, school_id, actor, now } = ctx
  const created = { created_by: actor.id, created_at: now, updated_by: actor.id, updated_at: now }
  await tx
    .insertInto('questions')
    .values(
      questions.map(({ name, tags, difficulty, external_id = null, body }, at) => ({
        school_id,
        id: ids[at]!,
        bank_id,
        type: body.type,
        name,
        tags: [...tags],
        difficulty,
        external_id,
        version: 1,
        key_revision: 1,
        ...created,
        search: questionSearchVector({ name, tags, body }),
      })),
    )
    .execute()
  const of = (at: number) => ({ question_id: ids[at]!, number: 1 })
  await insertVersions(
    ctx,
    questions.map(({ body }, at) => ({ ...of(at), body })),
  )
  await insertKeys(
    ctx,
    questions.map(({ key }, at) => ({ ...of(at), revision: 1, key })),
  )
  await insertFiles(
    ctx,
    questions.map(({ upload_ids }, at) => ({ ...of(at), upload_ids })),
  )
}

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`

export async function insertVersions({ tx, school_id, actor, now }: Ctx, versions: readonly Version[]) {
  const created = { created_by: actor.id, created_at: now }
  await tx
    .insertInto('question_versions')
    .values(versions.map(({ body, ...version }) => ({ school_id, ...version, body: json(body), ...created })))
    .execute()
}

export async function insertKeys({ tx, school_id, actor, now }: Ctx, keys: readonly Key[]) {
  const created = { created_by: actor.id, created_at: now }
  await tx
    .insertInto('question_keys')
    .values(keys.map(({ key, ...revision }) => ({ school_id, ...revision, key: json(key), ...created })))
    .execute()
}

export async function insertFiles({ tx, school_id }: Ctx, files: readonly Files[]) {
  const rows = files.flatMap(({ upload_ids, ...version }) =>
    upload_ids.map((upload_id) => ({ school_id, ...version, upload_id })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('question_files')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
