import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Contents } from '#platform/database/database-types.ts'
import { parseEmbed } from '#lib/embeds/index.ts'
import { mediaUrl } from '#uploads/index.ts'
import { findAssessment } from '../content-assessments.ts'
import { completionRuleOf } from '../outline/completion-rules.ts'
import { contentText } from './content-body.ts'
import { editableHtml } from '../text-files/content-html.ts'
import type { ContentType } from '../shapes.ts'
import type { ContentDraft } from './content-draft.ts'

export interface UploadFacts {
  id: string
  file_name: string
  content_type: string
  size: number
}

interface Shown {
  content_id: string
  course_id: string
}

/** A file with a link that expires when the reader loses access to its content. */
export const mediaView = (ctx: Ctx, { id, file_name, content_type, size }: UploadFacts, content: Shown) => ({
  upload_id: id,
  url: mediaUrl(ctx, id, { user_id: ctx.actor.id, content, file_name }),
  file_name,
  content_type,
  size,
})

/** A content for its editor, with its draft. */
export async function contentEditorView(
  ctx: Ctx,
  row: Selectable<Contents>,
  draft: ContentDraft | null = null,
) {
  const text = contentText(draft ?? row)
  const upload = text.upload_id ? await getUploadFacts(ctx, text.upload_id) : undefined
  return {
    ...row,
    ...text,
    type: row.type as ContentType,
    body: editableHtml(ctx, text.body, { content_id: row.id, course_id: row.course_id }),
    has_changes: draft !== null && draft.published_as === null,
    published_for: publishedAudience(row),
    opening: row,
    completion: completionRuleOf(row),
    ...(row.type === 'assessment' && { assessment: await findAssessment(ctx, row, 'editor') }),
    media: upload ? mediaView(ctx, upload, { content_id: row.id, course_id: row.course_id }) : null,
    embed: parseEmbed(text.embed_url),
  }
}

interface Published {
  is_published: boolean | null
  new_students_since: Date | null
}

/** A version for everybody replaces those for new students. */
export const publishedAudience = ({ is_published, new_students_since }: Published) =>
  !is_published ? null : new_students_since ? ('new_students' as const) : ('everybody' as const)

export const getUploadFacts = ({ tx, school_id }: Ctx, id: string): Promise<UploadFacts | undefined> =>
  tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'file_name', 'content_type', 'size'])
    .executeTakeFirst()
