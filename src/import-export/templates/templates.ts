import { json } from '#platform/database/database.server.ts'
import { discardUnusedFiles } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { lockFiles } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { courseToDocument } from '../documents/course-to-document.ts'
import { documentContents } from '../documents/course-document.ts'
import { variablesIn } from '../documents/fill-variables.ts'
import { templateGallery, type GalleryTemplate } from './template-gallery.ts'
import { mayDeleteTemplate } from '../policy.ts'
import { findCourseForCopying } from '../queries.ts'
import { parseDocument } from '../documents/parse-document.ts'
import { earliestDate } from '../documents/shift-dates.ts'

/** Maximum number of templates per school. */
const maxTemplates = 500

export async function listTemplates(
  ctx: Ctx,
  { from = 'school', limit, cursor }: Input<typeof contract.listTemplates>,
) {
  if (from === 'gallery') return { data: templateGallery().map(readyRow), next_cursor: null }
  const page = await paginateByKeyset(templates(ctx), {
    by: ['t.created_at', 't.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  return { data: page.data.map((row) => ownRow(ctx, row)), next_cursor: page.next_cursor }
}

export async function getTemplate(ctx: Ctx, { id }: Input<typeof contract.getTemplate>) {
  const { row, document } = await findTemplate(ctx, id)
  const { course_name, short_description, course_description } = document.course
  return {
    ...row,
    course_name,
    short_description,
    course_description,
    first_date: earliestDate(document),
    variables: variablesIn(document),
    lessons: document.lessons.map(({ title, contents }) => ({ title, contents })),
  }
}

/** Stores the current state of the course as a template; the files stay those of the course. */
export async function createTemplate(ctx: Ctx, input: Input<typeof contract.createTemplate>) {
  const course = await findCourseForCopying(ctx, input.course_id)
  await ensureRoom(ctx)
  const { document, files } = await courseToDocument(ctx, course)
  await lockFiles(
    ctx,
    [...files.values()].map((file) => file.id),
  )
  const { tx, school_id, actor, now } = ctx
  const id = newId()
  const row = await tx
    .insertInto('course_templates')
    .values({
      school_id,
      id,
      name: input.name.trim(),
      description: input.description?.trim() ?? '',
      document: json(document),
      lessons_count: document.lessons.length,
      contents_count: documentContents(document).length,
      created_by: actor.id,
      created_at: now,
    })
    .returning(['id', 'name', 'description', 'lessons_count', 'contents_count', 'created_by', 'created_at'])
    .executeTakeFirstOrThrow()
  const media = [...files].map(([media_id, { id: upload_id }]) => ({
    school_id,
    template_id: id,
    media_id,
    upload_id,
  }))
  if (media.length) await tx.insertInto('course_template_media').values(media).execute()
  await ctx.audit('template.created', ['template', id], { course_id: course.id, name: row.name })
  return ownRow(ctx, { ...row, created_by_name: actor.name })
}

export async function deleteTemplate(ctx: Ctx, { id }: Input<typeof contract.deleteTemplate>) {
  const { tx, school_id } = ctx
  const row = ensureFound(await templates(ctx).where('t.id', '=', id).executeTakeFirst())
  ensureAllowed(mayDeleteTemplate(ctx.actor, row))
  const files = await tx
    .deleteFrom('course_template_media')
    .where('school_id', '=', school_id)
    .where('template_id', '=', id)
    .returning('upload_id')
    .execute()
  await tx.deleteFrom('course_templates').where('school_id', '=', school_id).where('id', '=', id).execute()
  // Deletes videos that no content shows. Images stay, because other texts may show them.
  for (const upload_id of await privateFiles(
    ctx,
    files.map((file) => file.upload_id),
  ))
    await discardUnusedFiles(ctx, upload_id)
  await ctx.audit('template.deleted', ['template', id], { name: row.name })
  return okReply
}

async function privateFiles({ tx, school_id }: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('is_public', '=', false)
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Finds a template of the school or the gallery, with its document and the uploads of its files. */
export async function findTemplate(ctx: Ctx, id: string) {
  const ready = templateGallery().find((template) => template.id === id)
  if (ready) return { row: readyRow(ready), document: ready.document, media: new Map<string, string>() }
  const { tx, school_id } = ctx
  const row = ensureFound(await templates(ctx).where('t.id', '=', id).select('t.document').executeTakeFirst())
  const files = await tx
    .selectFrom('course_template_media')
    .where('school_id', '=', school_id)
    .where('template_id', '=', id)
    .select(['media_id', 'upload_id'])
    .execute()
  // Parsed again, so that fields missing in a stored document get their defaults.
  const document = ensureFound(parseDocument(row.document).document)
  return {
    row: ownRow(ctx, row),
    document,
    media: new Map(files.map((file) => [file.media_id, file.upload_id])),
  }
}

const templates = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('course_templates as t')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.created_by'),
    )
    .where('t.school_id', '=', school_id)
    .select(['t.id', 't.name', 't.description', 't.lessons_count', 't.contents_count', 't.created_by'])
    .select(['t.created_at', 'u.name as created_by_name'])

type TemplateRow = NonNullable<Awaited<ReturnType<ReturnType<typeof templates>['executeTakeFirst']>>>

const ownRow = (ctx: Ctx, row: TemplateRow) => ({
  ...row,
  is_built_in: false,
  may_delete: mayDeleteTemplate(ctx.actor, row).allowed,
})

const readyRow = ({ document: _document, ...template }: GalleryTemplate) => ({
  ...template,
  is_built_in: true,
  created_by_name: null,
  created_at: null,
  may_delete: false,
})

async function ensureRoom({ tx, school_id }: Ctx) {
  const { n } = await tx
    .selectFrom('course_templates')
    .where('school_id', '=', school_id)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= maxTemplates) throw new Refusal('template_limit_reached')
}
