import type { Insertable, InsertObject } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { ContentDrafts, Contents, DB, Lessons } from '#platform/database/database-types.ts'

/** Rows per statement, below the maximum number of parameters in Postgres. */
const maxRows = 1_000
/** Fewer, because drafts may be long. */
const maxDrafts = 200

/**
 * Inserts lessons with positions. The caller must hold the outline's lock and call `incrementOutlineVersion` at
 * the end.
 */
export async function insertLessons({ tx }: Ctx, lessons: readonly Insertable<Lessons>[]) {
  if (lessons.length) await tx.insertInto('lessons').values(lessons).execute()
}

/**
 * Inserts contents with positions. The caller must hold the outline's lock and call `incrementOutlineVersion` at
 * the end.
 */
export async function insertContents({ tx }: Ctx, contents: readonly Insertable<Contents>[]) {
  for (const rows of chunksOf(contents, maxRows)) await tx.insertInto('contents').values(rows).execute()
}

/** Inserts drafts of published contents. */
export async function insertDrafts({ tx }: Ctx, drafts: readonly Insertable<ContentDrafts>[]) {
  for (const rows of chunksOf(drafts, maxDrafts)) await tx.insertInto('content_drafts').values(rows).execute()
}

/** Inserts captions of new contents. */
export async function insertCaptions({ tx }: Ctx, captions: readonly InsertObject<DB, 'content_captions'>[]) {
  if (captions.length) await tx.insertInto('content_captions').values(captions).execute()
}

const chunksOf = <Row>(rows: readonly Row[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
