import type { Ctx } from '#tenancy/context/request-context.ts'
import { discardUpload } from '#uploads/index.ts'

/** Every file that these contents show, or showed, or will. */
export async function listContentFiles({ tx, school_id }: Ctx, content_ids: string[]): Promise<string[]> {
  if (content_ids.length === 0) return []
  const using = (table: 'contents' | 'content_drafts' | 'content_versions' | 'content_captions') =>
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
    .orderBy('upload_id')
    .execute()
  return rows.map((row) => row.upload_id!)
}

/** After contents were deleted: no course ends with one of them, nothing waits for them, and their files go. */
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
    .set({ opens_after_content_id: null })
    .where('school_id', '=', school_id)
    .where('opens_after_content_id', 'in', content_ids)
    .execute()
  await tx
    .deleteFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', content_ids)
    .execute()
  for (const upload_id of files) await discardUnusedFiles(ctx, upload_id)
}

type Showing =
  | 'contents'
  | 'content_drafts'
  | 'content_versions'
  | 'content_captions'
  | 'course_template_media'

/** Throws away a file that a content let go of, unless another one, a draft, a version or a template still shows it. */
export async function discardUnusedFiles(ctx: Ctx, upload_id: string) {
  const { tx, school_id } = ctx
  // Held first: whoever is putting the file to use at this moment is then either seen here or finds it gone.
  await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .select('id')
    .forUpdate()
    .execute()
  const using = (table: Showing) =>
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
    ])
    .executeTakeFirstOrThrow()
  if (!Object.values(uses).some(Boolean)) await discardUpload(ctx, upload_id)
}
