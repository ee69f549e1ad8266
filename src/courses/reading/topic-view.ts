import type { Ctx } from '#tenancy/context/request-context.ts'
import { parseEmbed } from '#lib/embeds/index.ts'
import { completionRuleOf } from '../outline/completion-rules.ts'
import { mediaView } from '../publishing/content-view.ts'
import { findAssessment } from '../content-assessments.ts'
import type { Access } from '../policy.ts'
import type { OutlineContent } from './outline-view.ts'
import type { ReadCourse, ReadText } from './reading-queries.ts'
import { readableHtml } from '../text-files/content-html.ts'

/** The open content; if locked, only what the outline shows. */
export async function topicView(
  ctx: Ctx,
  row: ReadCourse,
  { content, own, access }: { content: OutlineContent; own: ReadText | undefined; access: Access },
) {
  const open = content.lock_reason === null
  const text = own ?? row
  const reader = access === 'edit' ? 'editor' : 'student'
  const isAssessment = content.type === 'assessment'
  return {
    ...content,
    course_id: row.id,
    created_at: row.topic_created_at!,
    version: row.version,
    completion: completionRuleOf({ ...row, type: content.type }),
    body: open ? readableHtml(ctx, text.body!, { content_id: content.id, course_id: row.id }) : '',
    upload_id: open ? text.upload_id : null,
    media: open ? mediaFrom(ctx, { content_id: content.id, course_id: row.id }, text) : null,
    embed_url: open ? text.embed_url! : '',
    embed: open ? parseEmbed(text.embed_url!) : null,
    position_at: row.position_at,
    watched: parseMultirange(row.watched),
    reading_seconds: content.type === 'text' ? (text.reading_seconds ?? row.reading_seconds) : null,
    visible_seconds: row.visible_seconds ?? 0,
    read_percentage: row.read_percentage,
    media_seconds: row.media_seconds,
    is_submitted: row.is_submitted ?? false,
    ...(isAssessment && { assessment: open ? await findAssessment(ctx, content, reader) : null }),
  }
}

type File = Pick<ReadCourse, 'upload_id' | 'file_name' | 'content_type' | 'size'>

function mediaFrom(
  ctx: Ctx,
  content: { content_id: string; course_id: string },
  { upload_id, file_name, content_type, size }: File,
) {
  if (!upload_id || file_name === null || content_type === null || size === null) return null
  return mediaView(ctx, { id: upload_id, file_name, content_type, size }, content)
}

/** Parses the database's format of a set of seconds, `{[0,5),[7,9)}`. */
export function parseMultirange(multirange: string | null): [number, number][] {
  const ranges = (multirange ?? '').matchAll(/\[(\d+),(\d+)\)/g)
  return Array.from(ranges, ([, from, to]) => [Number(from), Number(to)])
}
