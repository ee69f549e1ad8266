import type { Updateable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Contents } from '#platform/database/database-types.ts'
import { contentText, type ContentBody } from './content-body.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { courseContentsChanged } from '../events.ts'
import { nextUpdatedAt } from '../next-updated-at.ts'
import {
  lockContent,
  getEditableOutline,
  lockOutlineOf,
  type EditedContent,
} from '../outline/outline-queries.ts'
import { incrementOutlineVersion } from '../outline/outline-version.ts'

export interface ContentDraft extends ContentBody {
  /** Number of the version for new students that equals it. */
  published_as: number | null
}

/**
 * Locks a content for an editor with the version that he or she read. With `order`, locks the course first,
 * because prerequisites are checked as a whole.
 */
export async function lockContentForEdit(
  ctx: Ctx,
  id: string,
  { expectedUpdatedAt, order = false }: { expectedUpdatedAt: string | undefined; order?: boolean },
) {
  if (order) await lockOutlineOf(ctx, 'contents', id)
  const content = await lockContent(ctx, id)
  const course = await getEditableOutline(ctx, content.course_id)
  ensureUnchanged(content, expectedUpdatedAt)
  const draft = draftIn(content)
  return { content, course, draft, written: contentText(draft ?? content) }
}

function draftIn(row: EditedContent): ContentDraft | null {
  if (row.draft_of === null) return null
  return {
    title: row.draft_title!,
    body: row.draft_body!,
    upload_id: row.draft_upload_id,
    embed_url: row.draft_embed_url!,
    duration_seconds: row.draft_duration_seconds,
    published_as: row.published_as,
  }
}

/** Every change of a content or its draft increases `updated_at`, which detects concurrent edits. */
export async function updateContentRow(
  ctx: Ctx,
  content: { id: string; updated_at: Date },
  columns: Updateable<Contents>,
) {
  const { tx, school_id, actor, now } = ctx
  const row = await tx
    .updateTable('contents')
    .set({ ...columns, updated_at: nextUpdatedAt(now, content.updated_at), updated_by: actor.id })
    .where('school_id', '=', school_id)
    .where('id', '=', content.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await incrementOutlineVersion(ctx, row.course_id)
  if (row.is_published || columns.is_published === false)
    await ctx.emit(courseContentsChanged, { course_id: row.course_id })
  return row
}

export async function storeDraft(
  { tx, school_id, actor, now }: Ctx,
  content_id: string,
  draft: ContentDraft,
) {
  const values = {
    ...contentText(draft),
    published_as: draft.published_as,
    updated_at: now,
    updated_by: actor.id,
  }
  await tx
    .insertInto('content_drafts')
    .values({ ...values, school_id, content_id, created_at: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'content_id']).doUpdateSet(values))
    .execute()
}

export async function deleteDraft({ tx, school_id }: Ctx, content_id: string) {
  await tx
    .deleteFrom('content_drafts')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .execute()
}

interface Shown {
  title: string
  is_published: boolean
  is_locked: boolean
  is_free_preview: boolean
  duration_seconds: number | null
}

/** Whether the public outline changes. Saving a draft does not clear the page cache. */
export const changesPublicOutline = (before: Shown, after: Shown) =>
  before.is_published !== after.is_published ||
  before.is_free_preview !== after.is_free_preview ||
  (after.is_published &&
    (after.is_free_preview ||
      before.title !== after.title ||
      before.is_locked !== after.is_locked ||
      before.duration_seconds !== after.duration_seconds))
