import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { embedOf } from '#lib/embeds/index.ts'
import { textOf, sameText, type ContentText } from './content-text.ts'
import { mediaOf, savedContent, uploadFacts } from './content-view.ts'
import type * as contract from '../contract.ts'
import { discardUnused } from '../outline/delete-content-data.ts'
import { editableOutline, type EditedContent } from '../outline/outline-queries.ts'
import { safeHtml } from '../safe-html.ts'
import { newestVersion, oldestCurrent, versionsOf, type Audience } from './versions.ts'
import { changeContent, contentToWrite, dropDraft, keepDraft, type Draft } from './content-draft.ts'

async function courseOfContent(ctx: Ctx, id: string) {
  const { tx, school_id } = ctx
  const content = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('course_id')
    .executeTakeFirst()
  return editableOutline(ctx, found(content).course_id)
}

export async function listContentVersions(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listContentVersions>,
) {
  await courseOfContent(ctx, id)
  const page = await keyset(versionsOf(ctx, id), {
    by: ['v.number'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.number],
  })
  const oldest = await oldestCurrent(ctx, id)
  const data = page.data.map((row) => ({
    ...row,
    audience: row.audience as Audience,
    is_current: row.number >= oldest,
  }))
  return { data, next_cursor: page.next_cursor }
}

export async function getContentVersion(ctx: Ctx, { id, number }: Input<typeof contract.getContentVersion>) {
  const course = await courseOfContent(ctx, id)
  const row = found(
    await versionsOf(ctx, id)
      .where('v.number', '=', number)
      .select(['v.body', 'v.upload_id', 'v.embed_url', 'v.duration_seconds'])
      .executeTakeFirst(),
  )
  const upload = row.upload_id ? await uploadFacts(ctx, row.upload_id) : undefined
  return {
    ...row,
    audience: row.audience as Audience,
    body: safeHtml(row.body),
    media: upload ? mediaOf(ctx, upload, { content_id: id, course_id: course.id }) : null,
    embed: embedOf(row.embed_url),
  }
}

/** A version comes back as what is being written; students read it once it is published. */
export async function restoreContentVersion(
  ctx: Ctx,
  { id, number, updated_at: seen }: Input<typeof contract.restoreContentVersion>,
) {
  const { content, written } = await contentToWrite(ctx, id, { seen })
  const version = found(
    await ctx.tx
      .selectFrom('content_versions')
      .where('school_id', '=', ctx.school_id)
      .where('content_id', '=', id)
      .where('number', '=', number)
      .selectAll()
      .executeTakeFirst(),
  )
  const saved = await rewrite(ctx, content, textOf(version))
  await forgetWritten(ctx, written)
  await ctx.audit('content.version_restored', ['content', id], { version: number })
  return savedContent(ctx, saved.row, saved.draft)
}

/** Students notice nothing; the editor is back at what was published last. */
export async function discardContentDraft(
  ctx: Ctx,
  { id, updated_at: seen }: Input<typeof contract.discardContentDraft>,
) {
  const { content, draft, written } = await contentToWrite(ctx, id, { seen })
  if (!draft || draft.published_as !== null) return savedContent(ctx, content, draft)
  const newest = content.new_students_since ? await newestVersion(ctx, id) : undefined
  const back = newest && { ...textOf(newest), published_as: newest.number }
  const saved = await rewrite(ctx, content, back ?? textOf(content))
  await forgetWritten(ctx, written)
  await ctx.audit('content.draft_discarded', ['content', id])
  return savedContent(ctx, saved.row, saved.draft)
}

async function rewrite(ctx: Ctx, content: EditedContent, text: ContentText & { published_as?: number }) {
  if (!content.is_published) return { row: await changeContent(ctx, content, textOf(text)), draft: null }
  const row = await changeContent(ctx, content, {})
  if (sameText(text, content) && content.new_students_since === null) {
    await dropDraft(ctx, content.id)
    return { row, draft: null }
  }
  const draft: Draft = { published_as: null, ...text }
  await keepDraft(ctx, content.id, draft)
  return { row, draft }
}

async function forgetWritten(ctx: Ctx, { upload_id }: ContentText) {
  if (upload_id) await discardUnused(ctx, upload_id)
}
