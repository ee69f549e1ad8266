import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { parseEmbed } from '#lib/embeds/index.ts'
import { contentText, isSameBody, type ContentBody } from './content-body.ts'
import { mediaView, contentEditorView, getUploadFacts } from './content-view.ts'
import type * as contract from '../contract.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import { getEditableOutline, type EditedContent } from '../outline/outline-queries.ts'
import { filesInText } from '../text-files/file-addresses.ts'
import { scheduleTextFileCleanup } from '../text-files/text-files.ts'
import { readableHtml } from '../text-files/content-html.ts'
import { getNewestVersion, getOldestReadableVersion, selectVersions, type Audience } from './versions.ts'
import {
  updateContentRow,
  lockContentForEdit,
  deleteDraft,
  storeDraft,
  type ContentDraft,
} from './content-draft.ts'

async function courseOfContent(ctx: Ctx, id: string) {
  const { tx, school_id } = ctx
  const content = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('course_id')
    .executeTakeFirst()
  return getEditableOutline(ctx, ensureFound(content).course_id)
}

export async function listContentVersions(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listContentVersions>,
) {
  await courseOfContent(ctx, id)
  const page = await paginateByKeyset(selectVersions(ctx, id), {
    by: ['v.number'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.number],
  })
  const oldest = await getOldestReadableVersion(ctx, id)
  const data = page.data.map((row) => ({
    ...row,
    audience: row.audience as Audience,
    is_current: row.number >= oldest,
  }))
  return { data, next_cursor: page.next_cursor }
}

export async function getContentVersion(ctx: Ctx, { id, number }: Input<typeof contract.getContentVersion>) {
  const course = await courseOfContent(ctx, id)
  const row = ensureFound(
    await selectVersions(ctx, id)
      .where('v.number', '=', number)
      .select(['v.body', 'v.upload_id', 'v.embed_url', 'v.duration_seconds'])
      .executeTakeFirst(),
  )
  const upload = row.upload_id ? await getUploadFacts(ctx, row.upload_id) : undefined
  return {
    ...row,
    audience: row.audience as Audience,
    body: readableHtml(ctx, row.body, { content_id: id, course_id: course.id }),
    media: upload ? mediaView(ctx, upload, { content_id: id, course_id: course.id }) : null,
    embed: parseEmbed(row.embed_url),
  }
}

/** Restores a version as a draft; students read it after publishing. */
export async function restoreContentVersion(
  ctx: Ctx,
  { id, number, updated_at: expectedUpdatedAt }: Input<typeof contract.restoreContentVersion>,
) {
  const { content, written } = await lockContentForEdit(ctx, id, { expectedUpdatedAt })
  const version = ensureFound(
    await ctx.tx
      .selectFrom('content_versions')
      .where('school_id', '=', ctx.school_id)
      .where('content_id', '=', id)
      .where('number', '=', number)
      .selectAll()
      .executeTakeFirst(),
  )
  const saved = await rewrite(ctx, content, contentText(version))
  await releaseFiles(ctx, id, written)
  await ctx.audit('content.version_restored', ['content', id], { version: number })
  return contentEditorView(ctx, saved.row, saved.draft)
}

/** Discards the draft; students see no difference. */
export async function discardContentDraft(
  ctx: Ctx,
  { id, updated_at: expectedUpdatedAt }: Input<typeof contract.discardContentDraft>,
) {
  const { content, draft, written } = await lockContentForEdit(ctx, id, { expectedUpdatedAt })
  if (!draft || draft.published_as !== null) return contentEditorView(ctx, content, draft)
  const newest = content.new_students_since ? await getNewestVersion(ctx, id) : undefined
  const back = newest && { ...contentText(newest), published_as: newest.number }
  const saved = await rewrite(ctx, content, back ?? contentText(content))
  await releaseFiles(ctx, id, written)
  await ctx.audit('content.draft_discarded', ['content', id])
  return contentEditorView(ctx, saved.row, saved.draft)
}

async function rewrite(ctx: Ctx, content: EditedContent, text: ContentBody & { published_as?: number }) {
  if (!content.is_published)
    return { row: await updateContentRow(ctx, content, contentText(text)), draft: null }
  const row = await updateContentRow(ctx, content, {})
  if (isSameBody(text, content) && content.new_students_since === null) {
    await deleteDraft(ctx, content.id)
    return { row, draft: null }
  }
  const draft: ContentDraft = { published_as: null, ...text }
  await storeDraft(ctx, content.id, draft)
  return { row, draft }
}

async function releaseFiles(ctx: Ctx, content_id: string, { upload_id, body }: ContentBody) {
  if (filesInText(body).length) await scheduleTextFileCleanup(ctx, content_id)
  if (upload_id) await discardUnusedFiles(ctx, upload_id)
}
