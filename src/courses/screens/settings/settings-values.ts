import type { ApiInput } from '#platform/client/api/client.ts'
import type { StoredImage } from '#ui/form/image/image-field.tsx'
import type { updateCourse } from '../../contract.ts'
import type { EditedCourse } from '../course-frame/course-frame.tsx'

const image = (upload_id: string | null, url: string | null): StoredImage | null =>
  upload_id && url ? { upload_id, url } : null

const imagesOf = (course: EditedCourse) => ({
  banner_image: image(course.banner_image, course.banner_image_url),
  background_image: image(course.background_image, course.background_image_url),
  preview_image: image(course.preview_image, course.preview_image_url),
  find_school_preview_image: image(course.find_school_preview_image, course.find_school_preview_image_url),
  tutor_img: image(course.tutor_img, course.tutor_img_url),
})

/** Tiers, the sale, and what affiliates offer. */
const offersOf = (course: EditedCourse) => ({
  enable_tiering: course.enable_tiering,
  tiering_prices: course.tiering_prices as (number | null)[],
  sale_price: course.sale_price ?? null,
  sale_tiering_prices: course.sale_tiering_prices ?? [],
  sale_starts_on: course.sale_starts_on ?? null,
  sale_ends_on: course.sale_ends_on ?? null,
  seats_offered: course.seats_offered,
  enable_affiliates: course.enable_affiliates ?? false,
  affiliates_percentage_off: (course.affiliates_percentage_off ?? 0) as number | null,
  default_affiliate_commission: (course.default_affiliate_commission ?? 0) as number | null,
})

/** Converts a course to form values. */
export const courseToValues = (course: EditedCourse) => ({
  course_name: course.course_name,
  short_description: course.short_description,
  course_description: course.course_description,
  category_id: course.category_id,
  price: course.price as number | null,
  course_department: course.course_department,
  course_unit: course.course_unit,
  faculty_id: course.faculty_id,
  department_id: course.department_id,

  course_isPublic: course.course_isPublic,
  is_hidden: course.is_hidden,
  is_coming_soon: course.is_coming_soon,
  show_content_title_to_unapproved: course.show_content_title_to_unapproved,
  disable_direct_registration: course.disable_direct_registration,
  allow_early_access: course.allow_early_access,

  ...imagesOf(course),

  course_teacher_id: course.course_teacher_id,
  tutor_description: course.tutor_description,

  course_start_date: course.course_start_date,
  course_end_date: course.course_end_date,
  unapprove_all_students_on_end_date: course.unapprove_all_students_on_end_date ?? false,
  student_access_limit_after_approval: course.student_access_limit_after_approval ?? null,
  approve_student_on_payment: course.approve_student_on_payment ?? true,

  ...offersOf(course),

  /** One per line. */
  course_requirements: course.course_requirements.join('\n'),
  course_reviews: course.course_reviews,
  course_questions: course.course_questions,
  similar_courses: course.similar_courses,
  hide_related_courses: course.hide_related_courses,
  course_calendly_link: course.course_calendly_link,

  layout_type: course.layout_type,
  compact_layout_content_background: course.compact_layout_content_background,

  end_of_course_content_id: course.end_of_course_content_id ?? null,
  end_of_course_content_message: course.end_of_course_content_message ?? '',
  mirror_course_id: course.mirror_course_id ?? null,
})

export type SettingsValues = ReturnType<typeof courseToValues>
export type SettingsInput = Omit<ApiInput<typeof updateCourse>, 'id' | 'updated_at'>

/** Converts form values to input. Empty lines are omitted. */
export function valuesToInput(values: SettingsValues): SettingsInput {
  const { banner_image, background_image, preview_image, find_school_preview_image, tutor_img, ...rest } =
    values
  return {
    ...rest,
    banner_image: banner_image?.upload_id ?? null,
    background_image: background_image?.upload_id ?? null,
    preview_image: preview_image?.upload_id ?? null,
    find_school_preview_image: find_school_preview_image?.upload_id ?? null,
    tutor_img: tutor_img?.upload_id ?? null,
    price: values.price ?? 0,
    affiliates_percentage_off: values.affiliates_percentage_off ?? 0,
    default_affiliate_commission: values.default_affiliate_commission ?? 0,
    tiering_prices: values.tiering_prices.map((price) => price ?? 0),
    tiering_maximum: values.tiering_prices.length,
    course_requirements: values.course_requirements
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    course_reviews: values.course_reviews.filter((review) => review.name.trim() !== ''),
    course_questions: values.course_questions.filter(
      ({ question, answer }) => question.trim() !== '' && answer.trim() !== '',
    ),
  }
}

/** Fields that must be sent together. */
const together: [keyof SettingsInput, keyof SettingsInput][] = [
  ['tiering_prices', 'tiering_maximum'],
  ['faculty_id', 'department_id'],
  ['sale_starts_on', 'sale_ends_on'],
]

/** Fields that differ from the last saved values. */
export function changedFields(saved: SettingsInput, next: SettingsInput): SettingsInput {
  const names = (Object.keys(next) as (keyof SettingsInput)[]).filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(saved[name]),
  )
  for (const [one, other] of together)
    if (names.includes(one) || names.includes(other)) names.push(one, other)
  return Object.fromEntries(names.map((name) => [name, next[name]])) as SettingsInput
}

/** The input without refused fields. */
export function withoutFields(input: SettingsInput, refused: string[]): SettingsInput {
  const out = new Set<string>(refused)
  for (const [one, other] of together) if (out.has(one) || out.has(other)) out.add(one).add(other)
  // A date may be refused because of the other one, a tier switch because of the prices.
  if (out.has('course_end_date')) out.add('course_start_date')
  if (out.has('tiering_maximum')) out.add('enable_tiering')
  return Object.fromEntries(Object.entries(input).filter(([name]) => !out.has(name))) as SettingsInput
}
