import { discardUpload, completeGeneratedFile } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Actor } from '#tenancy/access/actor.ts'
import { json } from '#platform/database/database.server.ts'
import type { ReportItem } from '../documents/sanitize-document.ts'
import { documentContents, imageFields, type CourseDocument } from '../documents/course-document.ts'
import { createCourseFromDocument } from '../documents/create-course-from-document.ts'
import type { RunningImport } from './run-import.ts'
import { applyDateShift, type DateShiftOptions } from '../documents/shift-dates.ts'
import { defaultTeacher, schoolTimeZone } from '../course-defaults.ts'
import type { UnpackedFile } from './unpack-media.ts'

export interface ImportOptions extends DateShiftOptions {
  course_name?: string
  keep_public?: boolean
}

interface Ready {
  document: CourseDocument
  media: Map<string, UnpackedFile>
  report: ReportItem[]
}

/** Creates the course, links its files and marks the import as done, in one transaction. */
export async function finishImport(job: Ctx, underWay: RunningImport, { document, media, report }: Ready) {
  const actor = await importer(job, underWay.created_by)
  const ctx: Ctx = { ...job, actor }
  const { tx, school_id, now } = ctx
  const courseImport = await tx
    .selectFrom('course_imports')
    .where('school_id', '=', school_id)
    .where('id', '=', underWay.id)
    .where('state', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  // Another worker restarted the import because it considered this one dead.
  if (!courseImport) return
  for (const { upload_id, prepared } of media.values()) await completeGeneratedFile(ctx, upload_id, prepared)
  const { options } = underWay
  const category_id = await categoryOf(ctx, document)
  const saved = await createCourseFromDocument(ctx, applyDateShift(document, options, schoolTimeZone(ctx)), {
    media: new Map([...media].map(([name, file]) => [name, file.upload_id])),
    cues: new Map([...media].flatMap(([name, { cues }]) => (cues ? [[name, cues]] : []))),
    course_name: options.course_name,
    keep_public: options.keep_public ?? false,
    course_teacher_id: defaultTeacher(ctx),
    category_id,
  })
  const lost = [...report, ...leftBehind(ctx, document, { media, category_id, options })]
  await tx
    .updateTable('course_imports')
    .set((eb) => ({
      state: 'done',
      course_id: saved.id,
      report: json(lost),
      processed_bytes: eb.ref('total_bytes'),
      finished_at: now,
    }))
    .where('school_id', '=', school_id)
    .where('id', '=', underWay.id)
    .execute()
  await ctx.audit('course.imported', ['course', saved.id], { course_name: saved.course_name })
  await discardUpload(ctx, underWay.upload.id)
}

/** The course is created in the name of the person who requested the import. */
async function importer({ tx, school_id, actor }: Ctx, id: string): Promise<Actor> {
  const user = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'name', 'email', 'role'])
    .executeTakeFirstOrThrow()
  return { ...actor, ...user, role: user.role as Actor['role'] }
}

/** Category with the same slug, if this school has one. */
async function categoryOf({ tx, school_id }: Ctx, { made_in }: CourseDocument) {
  if (!made_in?.category) return null
  const row = await tx
    .selectFrom('categories')
    .where('school_id', '=', school_id)
    .where('slug', '=', made_in.category.slug)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

interface ImportedParts {
  media: Map<string, UnpackedFile>
  category_id: string | null
  options: ImportOptions
}

/** Lists what the course could not include. */
function leftBehind(
  ctx: Ctx,
  document: CourseDocument,
  { media, category_id, options }: ImportedParts,
): ReportItem[] {
  const { course, made_in } = document
  const items: ReportItem[] = []
  const note = (code: string, path: string, name: string) => items.push({ code, path, name })
  if (made_in?.category && !category_id) note('category_unknown', '/made_in/category', made_in.category.name)
  const currency = ctx.school?.currency_code ?? ''
  const costs = course.price > 0 || course.tiering_prices.some((price) => price > 0)
  if (costs && made_in?.currency_code && made_in.currency_code !== currency)
    note('currency_differs', '/course/price', made_in.currency_code)
  if (course.course_isPublic && !options.keep_public)
    note('kept_private', '/course/course_isPublic', course.course_name)
  for (const field of imageFields) {
    const name = course[field]
    if (name !== null && !media.has(name)) note('picture_dropped', `/course/${field}`, course.course_name)
  }
  for (const content of documentContents(document)) {
    const isLost = content.media !== null && !media.has(content.media)
    if (isLost) note('content_without_file', `/lessons/${content.id}`, content.title)
    if (content.type === 'assessment')
      note('content_without_assessment', `/lessons/${content.id}`, content.title)
  }
  return items
}
