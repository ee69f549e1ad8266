import type { Insertable, Selectable } from 'kysely'
import {
  contentsCopied,
  courseContentsChanged,
  courseCreated,
  insertContents,
  insertCourse,
  insertLessons,
  incrementOutlineVersion,
  courseEditorView,
  type Cue,
  type NewCourse,
} from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { Contents, Lessons } from '#platform/database/database-types.ts'
import { newId } from '#platform/security/tokens.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import {
  documentContents,
  imageFields,
  type CourseDocument,
  type DocumentContent,
} from './course-document.ts'
import { importCaptions } from '../import-captions.ts'
import { importDrafts } from '../import-drafts.ts'
import { toSchoolUrls } from './rich-text-links.ts'

export interface DocumentImport {
  /** Upload for each local name of the document; missing files are left out of the course. */
  media: ReadonlyMap<string, string>
  /** Contents of this school from which the document was written, by local name: their assessments are copied. */
  originals?: ReadonlyMap<string, string>
  /** Cues of captions by the local name of their file, if just parsed. */
  cues?: ReadonlyMap<string, Cue[]>
  course_name?: string | undefined
  /** Keeps the visibility of the document; otherwise the course is private. */
  keep_public?: boolean
  category_id?: string | null
  course_teacher_id?: string | null
  course_template_id?: string | null
  similar_courses?: string[]
  /** Course whose lessons this one shows instead of its own. */
  mirror_course_id?: string | null
  /** Validated columns that override the document. */
  overrides?: Partial<NewCourse>
  /** Id in the origin, if the course is a mirror. */
  end_of_course_content_id?: string | null
}

/** Creates a course from a validated, sanitised document. Needs a few statements for any length. */
export async function createCourseFromDocument(ctx: Ctx, document: CourseDocument, making: DocumentImport) {
  const contentIds = new Map(documentContents(document).map((content) => [content.id, newId()]))
  const course_id = newId()
  const { media, originals = new Map() } = making
  const names = { course_id, contents: contentIds, media, originals }
  const isMirror = Boolean(making.mirror_course_id)
  await insertCourse(ctx, course_id, courseColumns(document, making, names))
  if (!isMirror) {
    await insertOutline(ctx, document, names)
    await incrementOutlineVersion(ctx, course_id)
    await importDrafts(ctx, document, names)
    await importCaptions(ctx, document, { ...names, cues: making.cues ?? new Map() })
    await copyAssessments(ctx, document, names)
    await ctx.emit(courseContentsChanged, { course_id })
  }
  const saved = await courseEditorView(ctx, course_id)
  await ctx.emit(courseCreated, { course: saved })
  if (saved.course_isPublic) ctx.invalidateSchool()
  return saved
}

interface Names {
  course_id: string
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
  originals: ReadonlyMap<string, string>
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

function courseColumns({ course }: CourseDocument, making: DocumentImport, names: Names): NewCourse {
  const { course_isPublic, end_of_course_content, ads_video_file, ...fields } = course
  const mediaOf = (name: string | null) => (name === null ? null : (names.media.get(name) ?? null))
  const video = mediaOf(ads_video_file)
  const images = Object.fromEntries(imageFields.map((field) => [field, mediaOf(course[field])]))
  const columns = {
    ...fields,
    ...images,
    course_ads_video: video === null ? course.course_ads_video : publicMediaUrl(video),
    course_name: making.course_name?.trim() || course.course_name,
    course_is_public: making.keep_public === true && course_isPublic,
    course_description: toSchoolUrls(course.course_description, names),
    end_of_course_content_message: toSchoolUrls(course.end_of_course_content_message, names),
    end_of_course_content_id:
      making.end_of_course_content_id ??
      (making.mirror_course_id ? null : (names.contents.get(end_of_course_content ?? '') ?? null)),
    course_start_date: dateOf(course.course_start_date),
    course_end_date: dateOf(course.course_end_date),
    course_requirements: json(course.course_requirements),
    course_reviews: json(course.course_reviews),
    course_questions: json(course.course_questions),
    tiering_prices: json(course.tiering_prices),
    similar_courses: json(making.similar_courses ?? []),
    category_id: making.category_id ?? null,
    course_teacher_id: making.course_teacher_id ?? null,
    course_template_id: making.course_template_id ?? null,
    mirror_course_id: making.mirror_course_id ?? null,
    ...making.overrides,
  }
  // JSON columns are written as expressions, which the row type does not include.
  return columns as unknown as NewCourse
}

const isCopied = ({ id, type }: Pick<DocumentContent, 'id' | 'type'>, { originals }: Names) =>
  type === 'assessment' && originals.has(id)

/** Only within a school: a document does not contain assessments. */
async function copyAssessments(ctx: Ctx, document: CourseDocument, names: Names) {
  const { course_id, originals, contents } = names
  const copies = documentContents(document)
    .filter((content) => isCopied(content, names))
    .map(({ id }) => ({ from_content_id: originals.get(id)!, to_content_id: contents.get(id)!, course_id }))
  if (copies.length > 0) await ctx.emit(contentsCopied, { copies })
}

async function insertOutline(ctx: Ctx, document: CourseDocument, names: Names) {
  const { school_id, actor, now } = ctx
  const both = {
    school_id,
    course_id: names.course_id,
    updated_by: actor.id,
    created_at: now,
    updated_at: now,
  }
  const lessons: Insertable<Lessons>[] = []
  const contents: Insertable<Contents>[] = []
  document.lessons.forEach((lesson, position) => {
    const lesson_id = newId()
    const { title, lowest_tier } = lesson
    lessons.push({ ...both, id: lesson_id, title, lowest_tier, position })
    lesson.contents.forEach((content, position) =>
      contents.push({ ...both, ...contentColumns(content, names), lesson_id, position }),
    )
  })
  await insertLessons(ctx, lessons)
  await insertContents(ctx, contents)
}

function contentColumns(
  { media, opens_after_content, opens_at, captions: _captions, draft: _draft, ...fields }: DocumentContent,
  names: Names,
) {
  const upload_id = media === null ? null : (names.media.get(media) ?? null)
  const opens_after_content_id =
    opens_after_content === null ? null : (names.contents.get(opens_after_content) ?? null)
  return {
    ...fields,
    id: names.contents.get(fields.id)!,
    body: toSchoolUrls(fields.body, names),
    upload_id,
    opens_at: dateOf(opens_at),
    opens_after_content_id,
    opens_after_score: opens_after_content_id === null ? null : fields.opens_after_score,
    // Content that lost its file or page cannot be published.
    is_published: fields.is_published && (hasSubstance({ ...fields, upload_id }) || isCopied(fields, names)),
  }
}

/** Whether the document contains what students would see. */
function hasSubstance({
  type,
  embed_url,
  upload_id,
}: Pick<Selectable<Contents>, 'type' | 'embed_url' | 'upload_id'>) {
  if (type === 'text') return true
  return type === 'embed' ? embed_url !== '' : upload_id !== null
}
