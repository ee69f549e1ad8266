import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'
import { discardUpload } from '#uploads/index.ts'

/** Whether a domain above uses a file of a text, such as a question that shows the same image. */
export const otherFileUses = defineSlot<(ctx: Ctx, upload_id: string) => Promise<boolean>>('other_file_uses')

/** Tables whose rows use files of contents. */
export type ContentFileTable =
  | 'contents'
  | 'content_drafts'
  | 'content_versions'
  | 'content_captions'
  | 'content_text_files'
  | 'course_template_media'

/** Discards a file unless a content, draft, version, template or another domain still uses it. */
export async function discardUnusedFiles(ctx: Ctx, upload_id: string) {
  const { tx, school_id } = ctx
  // Locks the file first, so that a concurrent use is either seen here or finds it deleted.
  await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .select('id')
    .forUpdate()
    .execute()
  const using = (table: ContentFileTable) =>
    tx
      .selectFrom(table)
      .where('school_id', '=', school_id)
      .where('upload_id', '=', upload_id)
      .select('upload_id')
      .limit(1)
  const uses = await tx
    .selectNoFrom(({ exists }) => [
      exists(using('contents')).as('contents'),
      exists(using('content_drafts')).as('drafts'),
      exists(using('content_versions')).as('versions'),
      exists(using('course_template_media')).as('templates'),
      exists(using('content_captions')).as('captions'),
      exists(using('content_text_files')).as('texts'),
    ])
    .executeTakeFirstOrThrow()
  if (Object.values(uses).some(Boolean)) return
  if (!(await ctx.reactions.slot(otherFileUses)(ctx, upload_id))) await discardUpload(ctx, upload_id)
}
