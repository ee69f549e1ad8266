import type { Ctx } from '#tenancy/context/request-context.ts'
import { discardUnusedFiles, type ContentFileTable } from '../discard-unused-files.ts'
import { contentsDeleted } from '../events.ts'

/** Every file of these contents, their drafts and versions. */
export async function listContentFiles({ tx, school_id }: Ctx, content_ids: string[]): Promise<string[]> {
  if (content_ids.length === 0) return []
  const using = (table: Exclude<ContentFileTable, 'course_template_media'>) =>
    tx
      .selectFrom(table)
      .where('school_id', '=', school_id)
      .where(table === 'contents' ? 'id' : 'content_id', 'in', content_ids)
      .where('upload_id', 'is not', null)
      .select('upload_id')
  const rows = await using('contents')
    .union(using('content_drafts'))
    .union(using('content_versions'))
    .union(using('content_captions'))
    .union(using('content_text_files'))
    .orderBy('upload_id')
    .execute()
  return rows.map((row) => row.upload_id!)
}

/** Removes references to deleted contents (end of course, prerequisites), and discards their files. */
export async function deleteContentData(ctx: Ctx, content_ids: string[], files: string[]) {
  const { tx, school_id } = ctx
  if (content_ids.length === 0) return
  await tx
    .updateTable('courses')
    .set({ end_of_course_content_id: null })
    .where('school_id', '=', school_id)
    .where('end_of_course_content_id', 'in', content_ids)
    .execute()
  await tx
    .updateTable('contents')
    .set({ opens_after_content_id: null, opens_after_score: null })
    .where('school_id', '=', school_id)
    .where('opens_after_content_id', 'in', content_ids)
    .execute()
  await tx
    .deleteFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', content_ids)
    .execute()
  await tx
    .deleteFrom('content_text_files')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', content_ids)
    .execute()
  await ctx.emit(contentsDeleted, { content_ids })
  for (const upload_id of files) await discardUnusedFiles(ctx, upload_id)
}
