import { Type, type Static } from 'typebox'
import { StringEnum, InstantText, SingleLineText, MinorUnits } from '#platform/contract/schemas.ts'

/** Format described in docs/course-document.md. Documents of a higher version are refused. */
export const documentFormat = 'course-document'
export const documentVersion = 1

/** Maximum of the outline. */
export const maxLessons = 300
export const maxContents = 2_000
const maxMedia = 5_000

const LocalId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const MediaRef = Type.Union([LocalId, Type.Null()], { default: null })
const text = (maxLength: number) => Type.String({ maxLength, default: '' })
const flag = (value: boolean) => Type.Boolean({ default: value })
const count = (max: number, min = 1) =>
  Type.Union([Type.Integer({ minimum: min, maximum: max }), Type.Null()], { default: null })
const Day = Type.Union([InstantText, Type.Null()], { default: null })
const Percentage = Type.Number({ minimum: 0, maximum: 100, default: 0 })

const Review = Type.Object({
  name: SingleLineText(120),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  review: Type.String({ maxLength: 2_000 }),
})

const Question = Type.Object({
  question: SingleLineText(200),
  answer: Type.String({ maxLength: 1_000 }),
})

const Course = Type.Object({
  course_name: SingleLineText(200),
  short_description: text(500),
  course_description: text(50_000),
  course_isPublic: flag(false),
  is_coming_soon: flag(false),
  is_hidden: flag(false),
  price: Type.Integer({ ...MinorUnits, default: 0 }),
  course_department: text(120),
  course_unit: text(120),
  tutor_description: text(2_000),
  course_requirements: Type.Array(SingleLineText(300), { maxItems: 50, default: [] }),
  course_reviews: Type.Array(Review, { maxItems: 100, default: [] }),
  course_questions: Type.Array(Question, { maxItems: 12, default: [] }),
  hide_related_courses: flag(false),
  course_start_date: Day,
  course_end_date: Day,
  unapprove_all_students_on_end_date: flag(false),
  student_access_limit_after_approval: count(36_500),
  layout_type: Type.Unsafe<'standard' | 'compact'>({
    ...StringEnum('standard', 'compact'),
    default: 'standard',
  }),
  compact_layout_content_background: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', default: '' }),
  approve_student_on_payment: flag(true),
  disable_direct_registration: flag(false),
  allow_early_access: flag(false),
  seats_offered: flag(false),
  enable_affiliates: flag(false),
  affiliates_percentage_off: Percentage,
  default_affiliate_commission: Percentage,
  enable_tiering: flag(false),
  tiering_maximum: Type.Integer({ minimum: 0, maximum: 20, default: 0 }),
  tiering_prices: Type.Array(MinorUnits, { maxItems: 20, default: [] }),
  show_content_title_to_unapproved: flag(true),
  course_calendly_link: text(500),
  course_ads_video: text(1_000),
  ads_video_file: MediaRef,
  end_of_course_content: MediaRef,
  end_of_course_content_message: text(10_000),
  background_image: MediaRef,
  banner_image: MediaRef,
  preview_image: MediaRef,
  find_school_preview_image: MediaRef,
  tutor_img: MediaRef,
})

const Caption = Type.Object({
  language: Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$' }),
  label: SingleLineText(60),
  media: LocalId,
})

/** Unpublished changes of a published content. */
const Draft = Type.Object({
  title: SingleLineText(200),
  body: text(200_000),
  media: MediaRef,
  embed_url: text(2_000),
  duration_seconds: count(1_000_000, 0),
})

const Content = Type.Object({
  id: LocalId,
  type: StringEnum('text', 'video', 'audio', 'file', 'embed', 'assessment'),
  title: SingleLineText(200),
  body: text(200_000),
  media: MediaRef,
  embed_url: text(2_000),
  duration_seconds: count(1_000_000, 0),
  is_published: flag(false),
  is_optional: flag(false),
  is_free_preview: flag(false),
  is_locked: flag(false),
  lowest_tier: count(20),
  opens_at: Day,
  opens_after_days: count(36_500),
  opens_after_content: MediaRef,
  opens_after_score: count(100),
  completion_rule: Type.Union(
    [StringEnum('opened', 'read', 'watched', 'marked', 'submitted', 'passed'), Type.Null()],
    { default: null },
  ),
  completion_percentage: count(100),
  captions: Type.Array(Caption, { maxItems: 40, default: [] }),
  draft: Type.Union([Draft, Type.Null()], { default: null }),
})

const Lesson = Type.Object({
  id: LocalId,
  title: SingleLineText(200),
  lowest_tier: count(20),
  contents: Type.Array(Content, { maxItems: maxContents, default: [] }),
})

/** Purposes of files that a course can contain; documents have no other files. */
export const mediaPurposes = [
  'course_image',
  'lesson_image',
  'course_video',
  'course_ads_video',
  'course_audio',
  'course_file',
  'course_caption',
] as const

const Media = Type.Object({
  id: LocalId,
  purpose: StringEnum(...mediaPurposes),
  file_name: SingleLineText(255),
  content_type: Type.String({ maxLength: 150, default: '' }),
  size: Type.Integer({ minimum: 0, maximum: 10_000_000_000, default: 0 }),
  /** Hash of the bytes in the archive, in hexadecimal; null if the document comes without files. */
  sha256: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()], { default: null }),
  /** Archive entry with the bytes. */
  path: Type.Union([Type.String({ pattern: '^media/[A-Za-z0-9_.-]{1,100}$' }), Type.Null()], {
    default: null,
  }),
})

/** Facts about the school of origin, for information; an import does not use them. */
const MadeIn = Type.Object({
  currency_code: text(10),
  time_zone: text(60),
  category: Type.Union([Type.Object({ name: SingleLineText(200), slug: SingleLineText(200) }), Type.Null()], {
    default: null,
  }),
})

export const CourseDocument = Type.Object({
  format: Type.Literal(documentFormat),
  version: Type.Literal(documentVersion),
  made_in: Type.Union([MadeIn, Type.Null()], { default: null }),
  course: Course,
  lessons: Type.Array(Lesson, { maxItems: maxLessons, default: [] }),
  media: Type.Array(Media, { maxItems: maxMedia, default: [] }),
})

export type CourseDocument = Static<typeof CourseDocument>
export type DocumentCourse = Static<typeof Course>
export type DocumentContent = Static<typeof Content>
export type DocumentDraft = Static<typeof Draft>
export type DocumentMedia = Static<typeof Media>

/** Course fields that contain an image. */
export const imageFields = [
  'background_image',
  'banner_image',
  'preview_image',
  'find_school_preview_image',
  'tutor_img',
] as const

export const documentContents = (document: Pick<CourseDocument, 'lessons'>) =>
  document.lessons.flatMap((lesson) => lesson.contents)
