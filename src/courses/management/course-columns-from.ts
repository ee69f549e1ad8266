import type { Static } from 'typebox'
import type { Updateable } from 'kysely'
import { json } from '#platform/database/database.server.ts'
import type { Courses } from '#platform/database/database-types.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { saleError, type SaleDates } from '#lib/money/sale-price.ts'
import type { CourseUpdate } from '../shapes.ts'

export type CourseInput = Omit<Static<typeof CourseUpdate>, 'updated_at'>

/** Rules that depend on the course alone. */
export interface CourseRules {
  id: string | null
  course_start_date: Date | null
  course_end_date: Date | null
  enable_tiering: boolean
  tiering_maximum: number
  tiering_prices: number[]
  mirror_course_id: string | null
}

const lists = [
  'course_requirements',
  'course_reviews',
  'course_questions',
  'similar_courses',
  'tiering_prices',
  'sale_tiering_prices',
] as const
const richTexts = ['course_description', 'end_of_course_content_message'] as const
const dates = ['course_start_date', 'course_end_date'] as const
const lines = ['course_name', 'short_description', 'course_department', 'course_unit'] as const

/** Converts input to columns. Maps the one name that differs. */
export function courseColumnsFrom({ course_isPublic, ...given }: CourseInput): Updateable<Courses> {
  const columns: Record<string, unknown> = { ...given }
  if (course_isPublic !== undefined) columns.course_is_public = course_isPublic
  for (const name of lines) if (given[name] !== undefined) columns[name] = given[name].trim()
  for (const name of lists) if (given[name] !== undefined) columns[name] = json(given[name])
  for (const name of richTexts) if (given[name] !== undefined) columns[name] = sanitizeRichText(given[name])
  for (const name of dates) {
    const value = given[name]
    if (value) columns[name] = parseInstant(name, value)
  }
  return columns as Updateable<Courses>
}

/** Parses a date; refuses implausible years, which are typing errors. */
export function parseInstant(path: string, text: string): Date {
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  if (year >= 2000 && year < 2200) return instant
  return refuseInvalidField(path, 'date_out_of_range', 'Enter a date between the years 2000 and 2199.')
}

/** Refuses contradictory fields. */
export function validateCourseRules(course: CourseRules) {
  const { course_start_date: start, course_end_date: end } = course
  if (start && end && end <= start)
    refuseInvalidField('course_end_date', 'dates_out_of_order', 'The end date must be after the start date.')
  if (course.enable_tiering && course.tiering_maximum === 0)
    refuseInvalidField('tiering_maximum', 'tiers_missing', 'Add at least one tier.')
  if (course.tiering_prices.length !== course.tiering_maximum)
    refuseInvalidField('tiering_prices', 'one_price_per_tier', 'Enter one price for each tier.')
  if (course.id !== null && course.mirror_course_id === course.id)
    refuseInvalidField('mirror_course_id', 'mirror_of_itself', 'A course cannot mirror itself.')
}

type CourseSale = Pick<CourseInput, 'sale_price' | 'sale_tiering_prices' | 'sale_starts_on' | 'sale_ends_on'>

interface SaleOfCourse extends SaleDates {
  price: number
  sale_price: number | null
  tiering_prices: number[]
  sale_tiering_prices: (number | null)[]
}

/** Refuses a changed sale that makes no sense. A price that falls below the sale price later ends the sale. */
export function validateSale(course: SaleOfCourse, given: CourseSale) {
  const { sale_price = null, sale_tiering_prices = [] } = given
  const error = saleError({ ...course, sale_price })
  if (error) refuseInvalidField(error.path, error.code, error.message)
  const isTooHigh = sale_tiering_prices.some(
    (one, tier) => one !== null && one >= (course.tiering_prices[tier] ?? 0),
  )
  if (isTooHigh)
    refuseInvalidField('sale_tiering_prices', 'not_below_price', 'Each sale price must be below the price.')
}
