import type { InsertObject } from 'kysely'
import { embedUrl } from '#lib/embeds/index.ts'
import { json } from '#platform/database/database.server.ts'
import type { DB } from '#platform/database/database-types.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import { courseSearchVector } from '#courses/catalogue/course-search-vector.ts'
import { readCourseTexts, type CourseTexts } from '../course-texts.ts'
import { facultyOf } from './faculty-rows.ts'
import { durationOf } from '../history.ts'
import { demoId } from '../ids.ts'
import { markdownToLessonHtml } from '../markdown-to-lesson-html.ts'
import { personId } from './people-rows.ts'
import { previewKey, type DemoContent, type DemoCourse, type DemoSchool } from '../types.ts'

interface Facts {
  school: DemoSchool
  school_id: string
  /** Ids of uploads by file name. */
  media: ReadonlyMap<string, string>
  now: Date
}

const day = 86_400_000

export const courseId = (school: DemoSchool, slug: string) => demoId(school.school_url, 'course', slug)
export const categoryId = (school: DemoSchool, slug: string) => demoId(school.school_url, 'category', slug)
export const contentId = (school: DemoSchool, course: DemoCourse, title: string) =>
  demoId(school.school_url, 'content', course.slug, title)
const lessonId = (school: DemoSchool, course: DemoCourse, title: string) =>
  demoId(school.school_url, 'lesson', course.slug, title)

const dateIn = (days: number | undefined, now: Date) =>
  days === undefined ? null : new Date(now.getTime() + days * day)

/** Creation time of a course: some weeks before its start, never in the future. */
const madeAt = (course: DemoCourse, now: Date) =>
  new Date(now.getTime() + (Math.min(course.starts_in_days ?? -60, 0) - 24) * day)

/** Rows of a course with its lessons and contents. */
export function courseRows(facts: Facts, course: DemoCourse, position: number) {
  const texts = readCourseTexts(facts.school, course)
  const created_at = madeAt(course, facts.now)
  const stamps = { created_at: created_at, updated_at: created_at }
  const common = { school_id: facts.school_id, course_id: courseId(facts.school, course.slug), ...stamps }
  const lessons = course.lessons.map(({ title, lowest_tier }, position): InsertObject<DB, 'lessons'> => ({
    ...common,
    id: lessonId(facts.school, course, title),
    title,
    position,
    lowest_tier: lowest_tier ?? null,
  }))
  const contents = course.lessons.flatMap((lesson) =>
    lesson.contents.map((content, position): InsertObject<DB, 'contents'> => ({
      ...common,
      ...contentColumns(facts, content, texts),
      id: contentId(facts.school, course, content.title),
      lesson_id: lessonId(facts.school, course, lesson.title),
      position,
    })),
  )
  return { course: { ...courseColumns(facts, course, texts), ...stamps, position }, lessons, contents }
}

const contentColumns = ({ media }: Facts, content: DemoContent, texts: CourseTexts) => ({
  type: content.type,
  title: content.title,
  body: sanitizeRichText(texts.bodyOf(content.title)),
  upload_id: 'media' in content ? media.get(content.media)! : null,
  embed_url: 'embed_url' in content ? embedUrl(content.embed_url)! : '',
  duration_seconds: durationOf(content),
  is_locked: content.locked ?? false,
  is_published: !content.draft,
  is_free_preview: content.free ?? false,
})

function courseColumns(facts: Facts, course: DemoCourse, texts: CourseTexts) {
  const { school, school_id, media } = facts
  const teacher_id = personId(school, course.teacher)
  const image = media.get(course.cover)!
  const words = {
    course_name: course.course_name,
    course_code: course.course_code,
    short_description: course.short_description,
    course_description: sanitizeRichText(texts.course_description),
    course_department: course.course_department ?? '',
    course_unit: course.course_unit ?? '',
  }
  return {
    ...words,
    ...rules(facts, course),
    school_id,
    id: courseId(school, course.slug),
    search: courseSearchVector(words),
    category_id: categoryId(school, course.category),
    ...facultyOf(school, course),
    price: course.price,
    background_image: image,
    find_school_preview_image: image,
    course_ads_video: course.preview_video
      ? publicMediaUrl(media.get(previewKey(course.preview_video))!)
      : '',
    course_teacher_id: teacher_id,
    created_by: teacher_id,
    tutor_description: texts.tutor_description,
    tutor_img: portraitOf(facts, course.teacher),
    course_requirements: json(course.course_requirements),
    course_reviews: json(course.course_reviews?.map((review) => ({ ...review })) ?? []),
    course_questions: json(course.course_questions ?? []),
    similar_courses: json(course.similar_courses?.map((slug) => courseId(school, slug)) ?? []),
    end_of_course_content_message: sanitizeRichText(
      markdownToLessonHtml(course.end_of_course_content_message ?? ''),
    ),
    course_calendly_link: course.course_calendly_link ?? '',
  } satisfies Partial<InsertObject<DB, 'courses'>>
}

function portraitOf({ school, media }: Facts, login: string) {
  const image = school.teachers.find((teacher) => teacher.login === login)?.image
  return (image && media.get(image)) || null
}

/** Visibility, registration, payment and end of the course. */
const rules = ({ now }: Facts, course: DemoCourse) => ({
  course_is_public: course.course_isPublic ?? true,
  is_hidden: course.is_hidden ?? false,
  is_coming_soon: course.is_coming_soon ?? false,
  hide_related_courses: course.hide_related_courses ?? false,
  course_start_date: dateIn(course.starts_in_days, now),
  course_end_date: dateIn(course.ends_in_days, now),
  unapprove_all_students_on_end_date: course.unapprove_all_students_on_end_date ?? false,
  student_access_limit_after_approval: course.student_access_limit_after_approval ?? null,
  layout_type: course.layout_type ?? 'standard',
  compact_layout_content_background: course.compact_layout_content_background ?? '',
  approve_student_on_payment: course.approve_student_on_payment ?? true,
  disable_direct_registration: course.disable_direct_registration ?? false,
  show_content_title_to_unapproved: !course.hide_content_titles_from_unapproved,
  enable_tiering: course.tiers !== undefined,
  tiering_maximum: course.tiers?.length ?? 0,
  tiering_prices: json(course.tiers?.map((tier) => tier.price) ?? []),
})
