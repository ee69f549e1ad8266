import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { parseEmbed } from '#lib/embeds/index.ts'
import { freePreviewUrl, publicMediaUrl, type MayReadFreePreview } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { cachedSafeHtml } from '../cached-safe-html.ts'
import { isFreePreview } from '../policy.ts'
import type { ContentType } from '../shapes.ts'

type ReadingCtx = Pick<Ctx, 'tx' | 'school_id' | 'now'>

/** A content of a course that everybody may open, as its public page shows it. Others are not found. */
export async function getFreePreview(
  ctx: Ctx,
  { course_id, content_id }: Input<typeof contract.getFreePreview>,
): Promise<Reply<typeof contract.getFreePreview>> {
  const row = ensureFound(await findFreePreview(ctx, course_id, content_id))
  const { upload_id, file_name, content_type, size } = row
  const urlOf = (id: string) => freePreviewUrl(id, { course_id, content_id })
  return {
    course: {
      id: row.course_id,
      course_name: row.course_name,
      short_description: row.short_description,
      is_hidden: row.is_hidden,
      image_url: row.image ? publicMediaUrl(row.image) : null,
      course_end_date: row.course_end_date,
    },
    lesson_title: row.lesson_title,
    content: {
      id: row.id,
      type: row.type as ContentType,
      title: row.title,
      body: cachedSafeHtml(row.body),
      duration_seconds: row.duration_seconds,
      media:
        upload_id && file_name !== null && content_type !== null && size !== null
          ? { upload_id, url: urlOf(upload_id), file_name, content_type, size }
          : null,
      embed_url: row.embed_url,
      embed: parseEmbed(row.embed_url),
    },
    captions: await captionsOf(ctx, content_id, urlOf),
    others: await otherPreviews(ctx, row),
  }
}

async function findFreePreview(ctx: ReadingCtx, course_id: string, content_id: string) {
  const row = await previewsOf(ctx, course_id)
    .innerJoin('lessons as l', (on) =>
      on.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .leftJoin('uploads as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.upload_id'),
    )
    .where('t.id', '=', content_id)
    .select(['c.id as course_id', 'c.course_name', 'c.short_description', 'c.is_hidden'])
    .select(sql<string | null>`coalesce(c.banner_image, c.preview_image, c.background_image)`.as('image'))
    .select([
      'l.title as lesson_title',
      't.body',
      't.embed_url',
      't.upload_id',
      't.duration_seconds',
      't.type',
    ])
    .select(['u.file_name', 'u.content_type', 'u.size'])
    .executeTakeFirst()
  return row && isFreePreview(row, row, ctx.now) ? row : undefined
}

/** Contents with the flag, through their own course or a mirror, with the facts of `isFreePreview`. */
function previewsOf({ tx, school_id }: ReadingCtx, course_id: string) {
  return tx
    .selectFrom('courses as c')
    .innerJoin('contents as t', (on) =>
      on
        .onRef('t.school_id', '=', 'c.school_id')
        .on('t.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', course_id)
    .where('c.deleted_at', 'is', null)
    .where('t.is_free_preview', '=', true)
    .select(['t.id', 't.title', 't.is_published', 't.is_free_preview', 't.is_locked', 't.opens_at'])
    .select(['c.course_is_public', 'c.is_coming_soon', 'c.course_end_date', 'c.course_start_date'])
    .select(['c.allow_early_access', 'c.unapprove_all_students_on_end_date'])
}

const maxOthers = 20

/** The other free contents of the course, in order. */
async function otherPreviews(ctx: ReadingCtx, { id, course_id }: { id: string; course_id: string }) {
  const rows = await previewsOf(ctx, course_id)
    .innerJoin('lessons as l', (on) =>
      on.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .where('t.id', '<>', id)
    .orderBy('l.position')
    .orderBy('l.id')
    .orderBy('t.position')
    .orderBy('t.id')
    .limit(maxOthers)
    .execute()
  return rows
    .filter((row) => isFreePreview(row, row, ctx.now))
    .map((row) => ({ id: row.id, title: row.title }))
}

function captionsOf({ tx, school_id }: ReadingCtx, content_id: string, urlOf: (upload_id: string) => string) {
  return tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .orderBy('language')
    .select(['language', 'label', 'upload_id'])
    .execute()
    .then((rows) =>
      rows.map(({ language, label, upload_id }) => ({ language, label, url: urlOf(upload_id) })),
    )
}

/** Whether everybody may read a file now: the file or captions of a free content. */
export const mayReadFreePreview: MayReadFreePreview = async (ctx, { course_id, content_id, upload_id }) => {
  const content = await findFreePreview(ctx, course_id, content_id)
  if (!content) return false
  if (content.upload_id === upload_id) return true
  const caption = await ctx.tx
    .selectFrom('content_captions')
    .where('school_id', '=', ctx.school_id)
    .where('content_id', '=', content_id)
    .where('upload_id', '=', upload_id)
    .select('id')
    .executeTakeFirst()
  return caption !== undefined
}
