import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { ContentDrafts, Contents, Courses, Lessons } from '#platform/database/database-types.ts'
import {
  documentFormat,
  mediaPurposes,
  imageFields,
  documentVersion,
  type CourseDocument,
} from './course-document.ts'
import { contentFields, plainFields } from './document-fields.ts'
import { toLocalNames, filesIn } from './rich-text-links.ts'

export interface StoredFile {
  id: string
  purpose: string
  file_name: string
  content_type: string
  size: number
  object_key: string
}

export interface DescribedCourse {
  document: CourseDocument
  /** Stored file for each local name of `document.media`. */
  files: Map<string, StoredFile>
  /** Id of the content for each local name of a content. */
  contents: ReadonlyMap<string, string>
}

/**
 * Returns a course as a document. A mirror is exported with the lessons that it shows. Needs six statements for
 * any length.
 */
export async function courseToDocument(ctx: Ctx, course: Selectable<Courses>): Promise<DescribedCourse> {
  const { tx, school_id } = ctx
  const origin_id = course.mirror_course_id ?? course.id
  const inOrder = <T extends 'lessons' | 'contents'>(table: T) =>
    tx
      .selectFrom(table as 'lessons' | 'contents')
      .where('school_id', '=', school_id)
      .where('course_id', '=', origin_id)
      .orderBy('position')
      .orderBy('id')
      .selectAll()
      .execute()
  const lessons = (await inOrder('lessons')) as Selectable<Lessons>[]
  const contents = (await inOrder('contents')) as Selectable<Contents>[]
  const captions = await captionsOf(ctx, contents)
  const drafts = await draftsOf(ctx, origin_id)
  const files = await filesOf(ctx, mediaInOrder(course, contents, { captions, drafts }))
  const category = course.category_id ? await categoryOf(ctx, course.category_id) : null
  return describe({ course, lessons, contents, captions, drafts, files, category, school: ctx.school })
}

interface Rows {
  course: Selectable<Courses>
  lessons: Selectable<Lessons>[]
  contents: Selectable<Contents>[]
  captions: CaptionRow[]
  drafts: Drafts
  files: StoredFile[]
  category: { name: string; slug: string } | null
  school: Ctx['school']
}

function describe(rows: Rows): DescribedCourse {
  const names = localNames(rows)
  const filesById = new Map(rows.files.map((file) => [file.id, file]))
  const files = new Map([...names.media].map(([id, name]) => [name, filesById.get(id)!]))
  const document: CourseDocument = {
    format: documentFormat,
    version: documentVersion,
    made_in: {
      currency_code: rows.school?.currency_code ?? '',
      time_zone: rows.school?.time_zone ?? '',
      category: rows.category,
    },
    course: describeCourse(rows.course, names),
    lessons: describeLessons(rows, names),
    media: [...files].map(([id, { purpose, file_name, content_type, size }]) => ({
      id,
      purpose: purpose as (typeof mediaPurposes)[number],
      file_name,
      content_type,
      size,
      sha256: null,
      path: null,
    })),
  }
  return { files, document, contents: new Map([...names.contents].map(([id, name]) => [name, id])) }
}

interface LocalNames {
  course_id: string
  /** The name in the document by id. */
  contents: Map<string, string>
  media: Map<string, string>
}

function localNames({ course, lessons, contents, captions, drafts, files }: Rows): LocalNames {
  const byLesson = Map.groupBy(contents, (content) => content.lesson_id)
  const ordered = lessons.flatMap((lesson) => byLesson.get(lesson.id) ?? [])
  return {
    course_id: course.mirror_course_id ?? course.id,
    contents: namesOf(
      ordered.map((content) => content.id),
      'c',
    ),
    media: namesOf(
      mediaInOrder(course, ordered, { captions, drafts }),
      'm',
      new Set(files.map((file) => file.id)),
    ),
  }
}

const mediaName = ({ media }: LocalNames, id: string | null) => (id === null ? null : (media.get(id) ?? null))

function describeCourse(course: Selectable<Courses>, names: LocalNames): CourseDocument['course'] {
  const video = videoOf(course)
  const images = Object.fromEntries(imageFields.map((field) => [field, mediaName(names, course[field])]))
  return {
    ...plainFields(course),
    course_ads_video: video === null ? course.course_ads_video : '',
    ads_video_file: mediaName(names, video),
    course_description: toLocalNames(course.course_description, names),
    end_of_course_content_message: toLocalNames(course.end_of_course_content_message, names),
    end_of_course_content: names.contents.get(course.end_of_course_content_id ?? '') ?? null,
    ...(images as Pictures),
  }
}

function describeLessons({ lessons, contents, captions, drafts }: Rows, names: LocalNames) {
  const contentsByLesson = Map.groupBy(contents, (content) => content.lesson_id)
  const captionsByContent = Map.groupBy(captions, (caption) => caption.content_id)
  return lessons.map((lesson, at) => ({
    id: `l${at + 1}`,
    title: lesson.title,
    lowest_tier: lesson.lowest_tier,
    contents: (contentsByLesson.get(lesson.id) ?? []).map((content) => ({
      ...contentFields(content),
      id: names.contents.get(content.id)!,
      body: toLocalNames(content.body, names),
      media: mediaName(names, content.upload_id),
      captions: (captionsByContent.get(content.id) ?? []).flatMap(({ language, label, upload_id }) => {
        const media = mediaName(names, upload_id)
        return media === null ? [] : [{ language, label, media }]
      }),
      opens_after_content: names.contents.get(content.opens_after_content_id ?? '') ?? null,
      draft: draftFields(drafts.get(content.id), names),
    })),
  }))
}

const draftFields = (draft: Selectable<ContentDrafts> | undefined, names: LocalNames) =>
  draft
    ? {
        title: draft.title,
        body: toLocalNames(draft.body, names),
        media: mediaName(names, draft.upload_id),
        embed_url: draft.embed_url,
        duration_seconds: draft.duration_seconds,
      }
    : null

type Pictures = Record<(typeof imageFields)[number], string | null>

/** `c1`, `c2`, …, in order: equal courses have equal documents. */
function namesOf(ids: string[], mail: string, allowedIds?: Set<string>) {
  const unique = [...new Set(ids)].filter((id) => !allowedIds || allowedIds.has(id))
  return new Map(unique.map((id, at) => [id, `${mail}${at + 1}`]))
}

/** The uploaded trailer of a course; null for an external address or none. */
const videoOf = ({ course_ads_video }: Selectable<Courses>) =>
  /^\/media\/public\/([0-9a-f-]{36})$/.exec(course_ads_video)?.[1] ?? null

/** Every file that the course shows, in order, with repetitions. */
function mediaInOrder(
  course: Selectable<Courses>,
  contents: Selectable<Contents>[],
  { captions, drafts }: Pick<Rows, 'captions' | 'drafts'>,
) {
  const byContent = Map.groupBy(captions, (caption) => caption.content_id)
  return [
    ...imageFields.map((field) => course[field]),
    videoOf(course),
    ...filesIn(course.course_description),
    ...filesIn(course.end_of_course_content_message),
    ...contents.flatMap((content) => [
      content.upload_id,
      ...(byContent.get(content.id) ?? []).map((caption) => caption.upload_id),
      ...filesIn(content.body),
      drafts.get(content.id)?.upload_id ?? null,
      ...filesIn(drafts.get(content.id)?.body ?? ''),
    ]),
  ].filter((id) => id !== null)
}

type CaptionRow = Awaited<ReturnType<typeof captionsOf>>[number]

async function captionsOf({ tx, school_id }: Ctx, contents: Selectable<Contents>[]) {
  const ids = contents.filter(({ type }) => type === 'video' || type === 'audio').map(({ id }) => id)
  if (ids.length === 0) return []
  return tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', ids)
    .orderBy('language')
    .select(['content_id', 'language', 'label', 'upload_id'])
    .execute()
}

type Drafts = ReadonlyMap<string, Selectable<ContentDrafts>>

/** Drafts of published contents. A version published for new students counts as the next version. */
async function draftsOf({ tx, school_id }: Ctx, course_id: string): Promise<Drafts> {
  const rows = await tx
    .selectFrom('content_drafts as d')
    .innerJoin('contents as c', (on) =>
      on.onRef('c.school_id', '=', 'd.school_id').onRef('c.id', '=', 'd.content_id'),
    )
    .where('d.school_id', '=', school_id)
    .where('c.course_id', '=', course_id)
    .selectAll('d')
    .execute()
  return new Map(rows.map((row) => [row.content_id, row]))
}

async function filesOf({ tx, school_id }: Ctx, named: string[]): Promise<StoredFile[]> {
  const ids = [...new Set(named)]
  if (ids.length === 0) return []
  return tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .where('purpose', 'in', [...mediaPurposes])
    .select(['id', 'purpose', 'file_name', 'content_type', 'size', 'object_key'])
    .execute()
}

async function categoryOf({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('categories')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['name', 'slug'])
    .executeTakeFirst()
  return row ?? null
}
