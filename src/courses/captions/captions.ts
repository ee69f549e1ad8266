import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { mediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import type { Cue } from './caption-cues.ts'
import { courseContentsChanged } from '../events.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import { isOpenToReader } from '../reading/may-open-content.ts'
import { lockContent, getEditableOutline } from '../outline/outline-queries.ts'

export const captionColumns = ['id', 'content_id', 'upload_id', 'language', 'label', 'cues_count'] as const

interface CaptionRow {
  id: string
  content_id: string
  upload_id: string
  language: string
  label: string
  cues_count: number
}

/** With a link that expires when the reader loses access to this course. */
export const captionView = (
  ctx: Pick<Ctx, 'config' | 'now' | 'school_id' | 'actor'>,
  row: CaptionRow,
  course_id: string,
) => ({
  ...row,
  url: mediaUrl(ctx, row.upload_id, {
    user_id: ctx.actor.id,
    content: { content_id: row.content_id, course_id },
    file_name: `${row.language}.vtt`,
  }),
})

export async function listCaptions(ctx: Ctx, { id, course_id }: Input<typeof contract.listCaptions>) {
  const opened = await isOpenToReader(ctx, id, course_id)
  if (!opened.open) return { data: [] }
  return getContentCaptions(ctx, id, opened.course_id)
}

/** Captions of a content that the reader may open, with links for this course. */
export async function getContentCaptions(ctx: Ctx, content_id: string, course_id: string) {
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .orderBy('language')
    .select(captionColumns)
    .execute()
  return { data: rows.map((row) => captionView(ctx, row, course_id)) }
}

export async function getTranscript(ctx: Ctx, { id, course_id }: Input<typeof contract.getTranscript>) {
  const { tx, school_id } = ctx
  const caption = ensureFound(
    await tx
      .selectFrom('content_captions')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select([...captionColumns, 'cues'])
      .executeTakeFirst(),
  )
  const opened = await isOpenToReader(ctx, caption.content_id, course_id)
  if (!opened.open) ensureFound(null)
  // Written by `addCaption` only.
  return { ...caption, cues: caption.cues as unknown as Cue[] }
}

export async function deleteCaption(ctx: Ctx, { id }: Input<typeof contract.deleteCaption>) {
  const { tx, school_id } = ctx
  const caption = ensureFound(
    await tx
      .selectFrom('content_captions')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select(['content_id', 'upload_id', 'language'])
      .executeTakeFirst(),
  )
  const content = await lockContent(ctx, caption.content_id)
  await getEditableOutline(ctx, content.course_id)
  await tx.deleteFrom('content_captions').where('school_id', '=', school_id).where('id', '=', id).execute()
  await discardUnusedFiles(ctx, caption.upload_id)
  await ctx.emit(courseContentsChanged, { course_id: content.course_id })
  await ctx.audit('content.captions_removed', ['content', content.id], { language: caption.language })
  return okReply
}
