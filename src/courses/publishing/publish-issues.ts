/** A course with one of these stays private. */
export const blockingCodes = ['no_lesson'] as const
/** These do not prevent publishing. */
export const warningCodes = [
  'unpublished_lessons',
  'empty_sections',
  'ended',
  'no_price',
  'no_image',
  'no_description',
  'no_teacher',
  'hidden',
] as const

type BlockingCode = (typeof blockingCodes)[number]
type WarningCode = (typeof warningCodes)[number]

export interface CheckedCourse {
  is_coming_soon: boolean
  is_hidden: boolean
  price: number
  enable_tiering: boolean
  short_description: string
  course_description: string
  preview_image: string | null
  banner_image: string | null
  background_image: string | null
  course_teacher_id: string | null
  course_end_date: Date | null
}

/**
 * Returns what prevents a course from being published. A course that is coming soon may be empty: its page announces
 * it, and nobody can open it.
 */
export const blockingIssues = (
  course: Pick<CheckedCourse, 'is_coming_soon'>,
  publishedLessons: number,
): BlockingCode[] => (publishedLessons === 0 && !course.is_coming_soon ? ['no_lesson'] : [])

/** Returns what the course itself lacks on its public page, most important first. */
export function courseWarnings(course: CheckedCourse, now: Date): WarningCode[] {
  const hasText = [course.short_description, course.course_description].some((text) => text.trim() !== '')
  const hasImage = course.preview_image ?? course.banner_image ?? course.background_image
  const found: [WarningCode, boolean][] = [
    ['ended', course.course_end_date !== null && course.course_end_date <= now],
    ['no_price', course.price === 0 && !course.enable_tiering],
    ['no_image', !hasImage],
    ['no_description', !hasText],
    ['no_teacher', course.course_teacher_id === null],
    ['hidden', course.is_hidden],
  ]
  return found.filter(([, applies]) => applies).map(([code]) => code)
}
