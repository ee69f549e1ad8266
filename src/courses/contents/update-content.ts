import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import { contentColumns } from './content-columns.ts'
import { ensureContentRules } from './ensure-content-rules.ts'
import { isSameBody, contentBodyFields, contentText, type ContentBody } from '../publishing/content-body.ts'
import { contentEditorView } from '../publishing/content-view.ts'
import type * as contract from '../contract.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import type { EditedContent } from '../outline/outline-queries.ts'
import { ensurePublishable } from '../publishing/ensure-publishable.ts'
import { recordTextFiles, scheduleCleanupAfterChange } from '../text-files/text-files.ts'
import { ensureFirstVersion, publishedColumns } from '../publishing/publish-content.ts'
import type { ContentType } from '../shapes.ts'
import {
  updateContentRow,
  lockContentForEdit,
  deleteDraft,
  storeDraft,
  changesPublicOutline,
  type ContentDraft,
} from '../publishing/content-draft.ts'

type Given = Omit<Input<typeof contract.updateContent>, 'id' | 'updated_at'>

/**
 * Saves an editor's changes. For a published content, text and file go to its draft, which students read after
 * publishing; rules and locks apply at once.
 */
export async function updateContent(
  ctx: Ctx,
  { id, updated_at: expectedUpdatedAt, ...given }: Input<typeof contract.updateContent>,
) {
  const order = Boolean(given.opens_after_content_id)
  const { content, course, draft, written } = await lockContentForEdit(ctx, id, {
    expectedUpdatedAt,
    order,
  })
  await ensureContentRules(ctx, content, given)
  const { rules, after } = await changesOf(ctx, content, { given, written })
  const saved =
    content.is_published && given.is_published !== false
      ? await write(ctx, content, { rules, after, draft })
      : await writePublished(ctx, content, { rules, after, draft })
  if (written.upload_id && after.upload_id !== written.upload_id)
    await discardUnusedFiles(ctx, written.upload_id)
  await scheduleCleanupAfterChange(ctx, id, { before: written.body, after: after.body })
  await ctx.audit('content.updated', ['content', id], { fields: Object.keys(given) })
  if ((course.course_is_public || content.is_free_preview) && changesPublicOutline(content, saved.row))
    ctx.invalidateSchool()
  return contentEditorView(ctx, saved.row, saved.draft)
}

async function changesOf(
  ctx: Ctx,
  content: EditedContent,
  { given, written }: { given: Given; written: ContentBody },
) {
  const type = content.type as ContentType
  const columns = await contentColumns(ctx, given, { type, upload_id: written.upload_id })
  // A score belongs to the prerequisite for which it was set.
  const { opens_after_content_id: after = content.opens_after_content_id } = given
  if (after !== content.opens_after_content_id) columns.opens_after_score ??= null
  if (columns.body !== undefined)
    [columns.body] = await recordTextFiles(ctx, [{ content_id: content.id, body: columns.body }])
  const rules = Object.fromEntries(
    Object.entries(columns).filter(([name]) => !(contentBodyFields as readonly string[]).includes(name)),
  ) as Omit<typeof columns, keyof ContentBody>
  return { rules, after: contentText({ ...written, ...columns }) }
}

interface Change {
  rules: Omit<Given, keyof ContentBody>
  after: ContentBody
  draft: ContentDraft | null
}

/** A draft equal to the published content is deleted. */
async function write(ctx: Ctx, content: EditedContent, { rules, after, draft }: Change) {
  const row = await updateContentRow(ctx, content, rules)
  const unchanged = isSameBody(after, draft ?? content)
  if (unchanged) return { row, draft }
  if (isSameBody(after, content) && content.new_students_since === null) {
    await deleteDraft(ctx, content.id)
    return { row, draft: null }
  }
  const written = { ...after, published_as: null }
  await storeDraft(ctx, content.id, written)
  return { row, draft: written }
}

/** Unpublished contents are written directly. Publishing them again creates a version for everybody. */
async function writePublished(ctx: Ctx, content: EditedContent, { rules, after, draft }: Change) {
  const publishes = rules.is_published === true
  if (publishes) await ensurePublishable(ctx, { ...content, ...after })
  // The version that students have read stays in the history.
  const version = content.is_published ? await ensureFirstVersion(ctx, content) : content.version
  if (draft) await deleteDraft(ctx, content.id)
  const row = await updateContentRow(ctx, content, {
    ...rules,
    ...after,
    version,
    new_students_since: null,
    ...(publishes && (await publishedColumns(ctx, { ...content, ...after }))),
  })
  return { row, draft: null }
}
