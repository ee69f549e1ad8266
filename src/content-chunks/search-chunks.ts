import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** A search term with all spellings that match it. */
export interface SearchTerm {
  /** Letters and digits only. Matches a word with this spelling or prefix. */
  forms: readonly { text: string; begins: boolean }[]
}

interface Where {
  /** The course of the lessons. */
  course_id: string
  readable: ReadableScope
}

/** Contents that the reader may open, each in the reader's version; other contents are not searched. */
export interface ReadableScope {
  ids: readonly string[]
  versions: readonly number[]
}

/** Ids and versions of the contents that a search may read, as arrays for SQL. */
export const buildReadableScope = (open: ReadonlyMap<string, { version: number }>): ReadableScope => ({
  ids: [...open.keys()],
  versions: [...open.values()].map(({ version }) => version),
})

export const isReadableSql = ({ ids, versions }: ReadableScope) =>
  sql<boolean>`(p.content_id, p.version) in (select * from unnest(${ids}::uuid[], ${versions}::int[]))`

export interface MatchingChunk {
  content_id: string
  /** 0 is the content's title. */
  position: number
  text: string
  start_second: number | null
}

/** Number of chunks, and of chunks that contain each term. */
export async function countTerms(
  { tx, school_id }: Ctx,
  { course_id, readable }: Where,
  terms: readonly SearchTerm[],
): Promise<{ total: number; holding: number[] }> {
  const counts = terms.map((term) => sql`count(*) filter (where p.search @@ ${queryOf(term)})::int`)
  const row = await tx
    .selectFrom('content_chunks as p')
    .where('p.school_id', '=', school_id)
    .where('p.course_id', '=', course_id)
    .where(isReadableSql(readable))
    .select(sql<number>`count(*)::int`.as('total'))
    .select(sql<number[]>`array[${sql.join(counts)}]::int[]`.as('holding'))
    .executeTakeFirstOrThrow()
  return row
}

/** Chunks that contain any of the terms, highest total weight first. */
export function chunksContaining(
  { tx, school_id }: Ctx,
  { course_id, readable, limit }: Where & { limit: number },
  terms: readonly (SearchTerm & { weight: number })[],
): Promise<MatchingChunk[]> {
  const weights = terms.map(
    (term) => sql`case when p.search @@ ${queryOf(term)} then ${term.weight}::float8 else 0 end`,
  )
  const weight = sql<number>`${sql.join(weights, sql` + `)}`
  return tx
    .selectFrom('content_chunks as p')
    .where('p.school_id', '=', school_id)
    .where('p.course_id', '=', course_id)
    .where(isReadableSql(readable))
    .where(sql<boolean>`p.search @@ ${sql`(${sql.join(terms.map(queryOf), sql` || `)})`}`)
    .orderBy(weight, 'desc')
    .orderBy('p.content_id')
    .orderBy('p.position')
    .limit(limit)
    .select(['p.content_id', 'p.position', 'p.text', 'p.start_second'])
    .execute()
}

const queryOf = ({ forms }: SearchTerm) =>
  sql`to_tsquery('simple', fold_text(${forms.map(({ text, begins }) => (begins ? `${text}:*` : text)).join(' | ')}))`
