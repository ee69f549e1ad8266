import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Contents } from '#platform/database/database-types.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { isSameBody, contentText, type ContentBody } from './content-body.ts'
import { contentEditorView } from './content-view.ts'
import type * as contract from '../contract.ts'
import { mayPublishFor } from '../policy.ts'
import { ensurePublishable } from './ensure-publishable.ts'
import { insertVersion, getNewestVersion, type Audience } from './versions.ts'
import {
  updateContentRow,
  lockContentForEdit,
  deleteDraft,
  storeDraft,
  changesPublicOutline,
  type ContentDraft,
} from './content-draft.ts'

/** Publishing twice has no further effect: the published content is returned. */
export async function publishContent(
  ctx: Ctx,
  { id, audience, updated_at: expectedUpdatedAt }: Input<typeof contract.publishContent>,
) {
  const { content, course, draft, written } = await lockContentForEdit(ctx, id, { expectedUpdatedAt })
  ensureAllowed(mayPublishFor(audience, content))
  if (isPublished(content, draft, audience)) return contentEditorView(ctx, content, draft)
  await ensurePublishable(ctx, { ...content, ...written })

  const after = await (audience === 'everybody' ? forEverybody : forNewStudents)(ctx, content, written)
  await ctx.audit('content.published', ['content', id], { audience, version: after.number })
  if ((course.course_is_public || content.is_free_preview) && changesPublicOutline(content, after.row))
    ctx.invalidateSchool()
  return contentEditorView(ctx, after.row, after.draft)
}

const isPublished = (content: Selectable<Contents>, draft: ContentDraft | null, audience: Audience) =>
  content.is_published && (draft === null || (audience === 'new_students' && draft.published_as !== null))

async function forEverybody(ctx: Ctx, content: Selectable<Contents>, written: ContentBody) {
  if (content.is_published) await ensureFirstVersion(ctx, content)
  await deleteDraft(ctx, content.id)
  const published = await publishedColumns(ctx, { ...content, ...written })
  const row = await updateContentRow(ctx, content, { ...written, ...published })
  return { row, number: row.version, draft: null }
}

/** Earlier students keep their version; editors keep the draft. */
async function forNewStudents(ctx: Ctx, content: Selectable<Contents>, written: ContentBody) {
  const first = await ensureFirstVersion(ctx, content)
  const newest = await getNewestVersion(ctx, content.id)
  const number = newest!.number + 1
  await insertVersion(ctx, { content_id: content.id, number, audience: 'new_students', text: written })
  const draft = { ...written, published_as: number }
  await storeDraft(ctx, content.id, draft)
  const row = await updateContentRow(ctx, content, {
    version: content.version ?? first,
    new_students_since: content.new_students_since ?? ctx.now,
  })
  return { row, number, draft }
}

/**
 * Returns the number of the version for everybody. A content that was imported as published has none until its
 * first change: its text is stored as the first version.
 */
export async function ensureFirstVersion(ctx: Ctx, content: Selectable<Contents>) {
  if (content.version !== null) return content.version
  const published_at = content.published_at ?? content.created_at
  const version = { content_id: content.id, number: 1, audience: 'everybody' as const, text: content }
  await insertVersion(ctx, { ...version, published_at, published_by: null })
  return 1
}

interface Published extends ContentBody {
  id: string
  published_at: Date | null
}

/** Columns of the version for everybody, which is also stored in the history. */
export async function publishedColumns(ctx: Ctx, content: Published) {
  const newest = await getNewestVersion(ctx, content.id)
  const same = newest && newest.audience === 'everybody' && isSameBody(newest, content)
  const version = same ? newest.number : (newest?.number ?? 0) + 1
  if (!same)
    await insertVersion(ctx, {
      content_id: content.id,
      number: version,
      audience: 'everybody',
      text: contentText(content),
    })
  const published_at = content.published_at ?? ctx.now
  return { is_published: true, version, published_at, new_students_since: null }
}
