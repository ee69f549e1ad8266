import { sql } from 'kysely'
import type { QuestionBody, QuestionKey, QuestionType } from '#lib/questions/index.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectQuestions } from './queries.ts'

type Reader = Pick<Ctx, 'tx' | 'school_id'>

/** A version of a question. */
export interface QuestionVersionRef {
  question_id: string
  number: number
}

/** Name of a version in the maps that the functions of this file return. */
export const versionKey = ({ question_id, number }: QuestionVersionRef) => `${question_id}/${number}`

/** Bodies of versions in one query, as stored; `readableBody` prepares one for a reader. Unknown versions are missing. */
export async function loadQuestionBodies(
  { tx, school_id }: Reader,
  versions: readonly QuestionVersionRef[],
): Promise<ReadonlyMap<string, QuestionBody>> {
  if (versions.length === 0) return new Map()
  const { rows } = await sql<QuestionVersionRef & { body: QuestionBody }>`
    select v.question_id, v.number, v.body
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) g(question_id uuid, number int)
    join question_versions v on v.question_id = g.question_id and v.number = g.number
    where v.school_id = ${school_id}::uuid`.execute(tx)
  return new Map(rows.map((row) => [versionKey(row), row.body]))
}

/** A key with its revision, for grading. */
export interface LoadedKey {
  key: QuestionKey
  revision: number
}

/**
 * Keys of versions in one query: the given revision, else the newest one. For grading and marking only: no key may
 * reach a student before results are released.
 */
export async function loadQuestionKeys(
  { tx, school_id }: Reader,
  versions: readonly (QuestionVersionRef & { revision?: number })[],
): Promise<ReadonlyMap<string, LoadedKey>> {
  if (versions.length === 0) return new Map()
  const { rows } = await sql<QuestionVersionRef & LoadedKey>`
    select distinct on (k.question_id, k.number) k.question_id, k.number, k.revision, k.key
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) g(question_id uuid, number int, revision int)
    join question_keys k on k.question_id = g.question_id and k.number = g.number
      and (g.revision is null or k.revision = g.revision)
    where k.school_id = ${school_id}::uuid
    order by k.question_id, k.number, k.revision desc`.execute(tx)
  return new Map(rows.map(({ key, revision, ...version }) => [versionKey(version), { key, revision }]))
}

/** Keys of versions that a later revision corrected, in one query. The same holds for them as for the newest ones. */
export async function loadEarlierKeys(
  { tx, school_id }: Reader,
  versions: readonly QuestionVersionRef[],
): Promise<ReadonlyMap<string, QuestionKey[]>> {
  if (versions.length === 0) return new Map()
  const { rows } = await sql<QuestionVersionRef & { key: QuestionKey }>`
    select k.question_id, k.number, k.key
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) g(question_id uuid, number int)
    join question_keys k on k.question_id = g.question_id and k.number = g.number
    where k.school_id = ${school_id}::uuid and exists (select from question_keys n where n.school_id = k.school_id
      and n.question_id = k.question_id and n.number = k.number and n.revision > k.revision)`.execute(tx)
  const byVersion = Map.groupBy(rows, versionKey)
  return new Map([...byVersion].map(([version, earlier]) => [version, earlier.map(({ key }) => key)]))
}

/** A draw of random questions from a bank. An empty list does not filter. */
export interface QuestionDraw {
  bank_id: string
  types: readonly QuestionType[]
  /** Questions with any of these tags. */
  tags: readonly string[]
  /** 1 to 5. */
  difficulties: readonly number[]
}

/** A question that a draw may pick, with its current version. */
export interface DrawQuestion extends QuestionVersionRef {
  type: QuestionType
}

/**
 * The questions that each draw may pick, in the order of the draws and sorted by id, in one query: the caller picks by
 * the seed of an attempt. Deleted questions and text pages are never drawn.
 */
export async function findDrawQuestions(
  { tx, school_id }: Reader,
  draws: readonly QuestionDraw[],
): Promise<DrawQuestion[][]> {
  const pools: DrawQuestion[][] = draws.map(() => [])
  if (draws.length === 0) return pools
  const { rows } = await sql<DrawQuestion & { at: number }>`
    select g.at, q.id as question_id, q.version as number, q.type
    from jsonb_to_recordset(${JSON.stringify(draws.map((draw, at) => ({ at, ...draw })))}::jsonb)
      g(at int, bank_id uuid, types text[], tags text[], difficulties int[])
    join questions q on q.bank_id = g.bank_id and q.deleted_at is null and q.type <> 'information'
      and (cardinality(g.types) = 0 or q.type = any(g.types))
      and (cardinality(g.tags) = 0 or q.tags && g.tags)
      and (cardinality(g.difficulties) = 0 or q.difficulty = any(g.difficulties))
    where q.school_id = ${school_id}::uuid
    order by g.at, q.id`.execute(tx)
  for (const { at, ...question } of rows) pools[at]!.push(question)
  return pools
}

/** Questions among these ids that the actor may put into an assessment, with their current versions. */
export async function findUsableQuestions(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id } = ctx.actor
  let questions = selectQuestions(ctx)
    .innerJoin('question_banks as b', (on) =>
      on.onRef('b.school_id', '=', 'q.school_id').onRef('b.id', '=', 'q.bank_id'),
    )
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'b.school_id').onRef('c.id', '=', 'b.course_id'),
    )
    .where('b.deleted_at', 'is', null)
    .where('q.id', 'in', ids)
  if (!isAdmin(ctx.actor))
    questions = questions.where((eb) =>
      eb.or([eb('b.course_id', 'is', null), eb('c.course_teacher_id', '=', id), eb('c.created_by', '=', id)]),
    )
  return questions.execute()
}

/** Questions among these ids that are not deleted. */
export async function findQuestions(ctx: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return selectQuestions(ctx)
    .where('q.id', 'in', [...ids])
    .execute()
}

/** Name and bank of questions, also of deleted ones, by id. */
export async function loadQuestionNames(
  { tx, school_id }: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; bank_id: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('questions')
    .where('school_id', '=', school_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'name', 'bank_id'])
    .execute()
  return new Map(rows.map(({ id, ...question }) => [id, question]))
}

/** Number of the newest revision of the key of versions, by `versionKey`. */
export async function loadKeyRevisions(
  { tx, school_id }: Reader,
  versions: readonly QuestionVersionRef[],
): Promise<ReadonlyMap<string, number>> {
  if (versions.length === 0) return new Map()
  const { rows } = await sql<QuestionVersionRef & { revision: number }>`
    select k.question_id, k.number, max(k.revision) as revision
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) g(question_id uuid, number int)
    join question_keys k on k.question_id = g.question_id and k.number = g.number
    where k.school_id = ${school_id}::uuid
    group by k.question_id, k.number`.execute(tx)
  return new Map(rows.map((row) => [versionKey(row), row.revision]))
}

/** Names of banks among these ids that are not deleted. */
export async function findBankNames({ tx, school_id }: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('question_banks')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute()
}

/** Whether a version of a question shows a file. */
export async function isQuestionFile({ tx, school_id }: Reader, upload_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('question_files')
    .where('school_id', '=', school_id)
    .where('upload_id', '=', upload_id)
    .select('upload_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Number of the current version of each question among these ids, also of deleted ones. */
export async function loadCurrentVersions(
  { tx, school_id }: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('questions')
    .where('school_id', '=', school_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'version'])
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}
