import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/**
 * Puts the picture into the school's line on find-school that its newest listed course has for that. Call it when such a
 * picture, or who sees a course, was saved; where nothing changed it writes nothing.
 */
export async function updatePreviewImage({ tx, school_id }: Ctx) {
  await sql`
    with preview as (
      select (select c.find_school_preview_image from courses c
        where c.school_id = ${school_id} and c.find_school_preview_image is not null and c.deleted_at is null
          and c.course_is_public and not c.is_hidden
        order by c.created_at desc, c.id desc limit 1) as upload_id
    )
    update school_directory d set preview_upload_id = p.upload_id from preview p
    where d.school_id = ${school_id} and d.preview_upload_id is distinct from p.upload_id`.execute(tx)
}
