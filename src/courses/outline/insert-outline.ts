import type { Insertable, InsertObject } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { ContentDrafts, Contents, DB, Lessons } from '#platform/database/database-types.ts'

/** Rows of one statement: far below the number of parameters that Postgres takes. */
const maxRows = 1_000
/** Of a draft of many hundred contents each may be long. */
const maxDrafts = 200

/** Adds lessons with their positions. The caller holds the outline and calls `incrementOutlineVersion` at the end. */
export async function insertLessons({ tx }: Ctx, lessons: readonly Insertable<Lessons>[]) {
  if (lessons.length) await tx.insertInto('lessons').values(lessons).execute()
}

/** Adds contents with their positions. The caller holds the outline and calls `incrementOutlineVersion` at the end. */
export async function insertContents({ tx }: Ctx, contents: readonly Insertable<Contents>[]) {
  for (const rows of chunksOf(contents, maxRows)) await tx.insertInto('contents').values(rows).execute()
}

/** Adds what is being written over published contents. */
export async function insertDrafts({ tx }: Ctx, drafts: readonly Insertable<ContentDrafts>[]) {
  for (const rows of chunksOf(drafts, maxDrafts)) await tx.insertInto('content_drafts').values(rows).execute()
}

/** Adds captions of contents that were just added. */
export async function insertCaptions({ tx }: Ctx, captions: readonly InsertObject<DB, 'content_captions'>[]) {
  if (captions.length) await tx.insertInto('content_captions').values(captions).execute()
}

const chunksOf = <Row>(rows: readonly Row[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
