import type { Insertable, InsertObject } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { recordTextFiles } from '../text-files/text-files.ts'
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
export async function insertContents(ctx: Ctx, contents: readonly Insertable<Contents>[]) {
  for (const rows of chunksOf(contents, maxRows)) {
    const bodies = await recordTextFiles(
      ctx,
      rows.map(({ id, body = '' }) => ({ content_id: id, body })),
    )
    await ctx.tx
      .insertInto('contents')
      .values(rows.map((row, at) => ({ ...row, body: bodies[at]! })))
      .execute()
  }
}

/** Inserts drafts of published contents. */
export async function insertDrafts(ctx: Ctx, drafts: readonly Insertable<ContentDrafts>[]) {
  for (const rows of chunksOf(drafts, maxDrafts)) {
    const bodies = await recordTextFiles(ctx, rows)
    await ctx.tx
      .insertInto('content_drafts')
      .values(rows.map((row, at) => ({ ...row, body: bodies[at]! })))
      .execute()
  }
}

/** Inserts captions of new contents. */
export async function insertCaptions({ tx }: Ctx, captions: readonly InsertObject<DB, 'content_captions'>[]) {
  if (captions.length) await tx.insertInto('content_captions').values(captions).execute()
}

const chunksOf = <Row>(rows: readonly Row[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
