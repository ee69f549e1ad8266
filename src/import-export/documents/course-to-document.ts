import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { ContentDrafts, Contents, Courses, Lessons } from '#platform/database/database-types.ts'
import {
  documentFormat,
  mediaPurposes,
  imageFields,
  documentVersion,
  type CourseDocument,
  type DocumentContent,
} from './course-document.ts'
import { toLocalNames, imagesIn } from './rich-text-links.ts'

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

function describe({
  course,
  lessons,
  contents,
  captions,
  drafts,
  files,
  category,
  school,
}: Rows): DescribedCourse {
  const byLesson = Map.groupBy(contents, (content) => content.lesson_id)
  const ordered = lessons.flatMap((lesson) => byLesson.get(lesson.id) ?? [])
  const contentNames = namesOf(
    ordered.map((content) => content.id),
    'c',
  )
  const mediaNames = namesOf(
    mediaInOrder(course, ordered, { captions, drafts }),
    'm',
    new Set(files.map((file) => file.id)),
  )
  const names = { course_id: course.mirror_course_id ?? course.id, contents: contentNames, media: mediaNames }
  const captionsByContent = Map.groupBy(captions, (caption) => caption.content_id)
  const video = filmOf(course)
  const nameOf = (id: string | null) => (id === null ? null : (mediaNames.get(id) ?? null))
  const draftFields = (draft: Selectable<ContentDrafts> | undefined) =>
    draft
      ? {
          title: draft.title,
          body: toLocalNames(draft.body, names),
          media: nameOf(draft.upload_id),
          embed_url: draft.embed_url,
          duration_seconds: draft.duration_seconds,
        }
      : null
  const byId = new Map(files.map((file) => [file.id, file]))
  const named = new Map([...mediaNames].map(([id, name]) => [name, byId.get(id)!]))
  return {
    files: named,
    document: {
      format: documentFormat,
      version: documentVersion,
      made_in: {
        currency_code: school?.currency_code ?? '',
        time_zone: school?.time_zone ?? '',
        category,
      },
      course: {
        ...plainFields(course),
        course_ads_video: video === null ? course.course_ads_video : '',
        ads_video_file: nameOf(video),
        course_description: toLocalNames(course.course_description, names),
        end_of_course_content_message: toLocalNames(course.end_of_course_content_message, names),
        end_of_course_content: contentNames.get(course.end_of_course_content_id ?? '') ?? null,
        ...(Object.fromEntries(imageFields.map((field) => [field, nameOf(course[field])])) as Pictures),
      },
      lessons: lessons.map((lesson, at) => ({
        id: `l${at + 1}`,
        title: lesson.title,
        lowest_tier: lesson.lowest_tier,
        contents: (byLesson.get(lesson.id) ?? []).map((content) => ({
          ...contentFields(content),
          id: contentNames.get(content.id)!,
          body: toLocalNames(content.body, names),
          media: nameOf(content.upload_id),
          captions: (captionsByContent.get(content.id) ?? []).flatMap(({ language, label, upload_id }) => {
            const media = nameOf(upload_id)
            return media === null ? [] : [{ language, label, media }]
          }),
          opens_after_content: contentNames.get(content.opens_after_content_id ?? '') ?? null,
          draft: draftFields(drafts.get(content.id)),
        })),
      })),
      media: [...named].map(([id, { purpose, file_name, content_type, size }]) => ({
        id,
        purpose: purpose as (typeof mediaPurposes)[number],
        file_name,
        content_type,
        size,
        sha256: null,
        path: null,
      })),
    },
  }
}

type Pictures = Record<(typeof imageFields)[number], string | null>

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Columns are listed, so that a new column is not exported by accident. */
function plainFields(c: Selectable<Courses>) {
  return {
    course_name: c.course_name,
    short_description: c.short_description,
    course_isPublic: c.course_is_public,
    is_coming_soon: c.is_coming_soon,
    is_hidden: c.is_hidden,
    price: c.price,
    course_department: c.course_department,
    course_unit: c.course_unit,
    tutor_description: c.tutor_description,
    course_requirements: c.course_requirements as string[],
    course_reviews: c.course_reviews as unknown as CourseDocument['course']['course_reviews'],
    hide_related_courses: c.hide_related_courses,
    course_start_date: iso(c.course_start_date),
    course_end_date: iso(c.course_end_date),
    unapprove_all_students_on_end_date: c.unapprove_all_students_on_end_date,
    student_access_limit_after_approval: c.student_access_limit_after_approval,
    layout_type: c.layout_type as 'standard' | 'compact',
    compact_layout_content_background: c.compact_layout_content_background,
    approve_student_on_payment: c.approve_student_on_payment,
    disable_direct_registration: c.disable_direct_registration,
    allow_early_access: c.allow_early_access,
    enable_affiliates: c.enable_affiliates,
    affiliates_percentage_off: c.affiliates_percentage_off,
    default_affiliate_commission: c.default_affiliate_commission,
    enable_tiering: c.enable_tiering,
    tiering_maximum: c.tiering_maximum,
    tiering_prices: c.tiering_prices as number[],
    show_content_title_to_unapproved: c.show_content_title_to_unapproved,
    course_calendly_link: c.course_calendly_link,
  }
}

function contentFields(c: Selectable<Contents>) {
  return {
    type: c.type as DocumentContent['type'],
    title: c.title,
    embed_url: c.embed_url,
    duration_seconds: c.duration_seconds,
    is_published: c.is_published,
    is_optional: c.is_optional,
    is_locked: c.is_locked,
    lowest_tier: c.lowest_tier,
    opens_at: iso(c.opens_at),
    opens_after_days: c.opens_after_days,
    completion_rule: c.completion_rule as DocumentContent['completion_rule'],
    completion_percentage: c.completion_percentage,
  }
}

/** `c1`, `c2`, …, in order: equal courses have equal documents. */
function namesOf(ids: string[], mail: string, known?: Set<string>) {
  const unique = [...new Set(ids)].filter((id) => !known || known.has(id))
  return new Map(unique.map((id, at) => [id, `${mail}${at + 1}`]))
}

/** The uploaded trailer of a course; null for an external address or none. */
const filmOf = ({ course_ads_video }: Selectable<Courses>) =>
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
    filmOf(course),
    ...imagesIn(course.course_description),
    ...imagesIn(course.end_of_course_content_message),
    ...contents.flatMap((content) => [
      content.upload_id,
      ...(byContent.get(content.id) ?? []).map((caption) => caption.upload_id),
      ...imagesIn(content.body),
      drafts.get(content.id)?.upload_id ?? null,
      ...imagesIn(drafts.get(content.id)?.body ?? ''),
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
