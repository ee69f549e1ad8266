import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/**
 * Updates the school's image in find-school: its cover, else the image of its newest listed course that has one. Call it
 * after a change of such an image or of a course's visibility; writes nothing if nothing changed.
 */
export async function updatePreviewImage({ tx, school_id }: Ctx) {
  await sql`
    with preview as (
      select coalesce(
        (select s.cover_upload_id from schools s where s.school_id = ${school_id}),
        (select c.find_school_preview_image from courses c
          where c.school_id = ${school_id} and c.find_school_preview_image is not null and c.deleted_at is null
            and c.course_is_public and not c.is_hidden
          order by c.created_at desc, c.id desc limit 1)) as upload_id
    )
    update school_directory d set preview_upload_id = p.upload_id from preview p
    where d.school_id = ${school_id} and d.preview_upload_id is distinct from p.upload_id`.execute(tx)
}
