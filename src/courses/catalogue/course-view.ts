import type { RequestContext } from '#tenancy/context/request-context.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import { mayLearn, type EnrolmentStatus } from '#course-access/index.ts'
import { mayEditCourse, approvalStatus, type EnrolmentState } from '../policy.ts'
import type { CoursePageRow, Question, Review } from '../queries.ts'
import { cachedSafeHtml } from '../cached-safe-html.ts'
import { saleOfCourse } from './current-sale.ts'

const urlOf = (upload_id: string | null) => (upload_id ? publicMediaUrl(upload_id) : null)

/** Null without an enrolment. A check constraint limits the values of the status. */
export const enrolmentFromRow = (
  row: Pick<CoursePageRow, 'enrolment_status' | 'student_approval_end_date' | 'is_entitled'>,
): EnrolmentState | null =>
  row.enrolment_status === null
    ? null
    : {
        status: row.enrolment_status as EnrolmentStatus,
        student_approval_end_date: row.student_approval_end_date,
        is_entitled: row.is_entitled,
      }

/** A course for anybody who may see it. */
export function publicCourseView(row: CoursePageRow, ctx: Pick<RequestContext, 'actor' | 'now' | 'school'>) {
  const { actor, now } = ctx
  const may_edit = mayEditCourse(actor, row).allowed
  const enrolment = enrolmentFromRow(row)
  return {
    ...pick(row, publicNames),
    ...saleOfCourse(ctx, row),
    course_isPublic: row.course_is_public,
    course_description: cachedSafeHtml(row.course_description),
    category: row.category_id
      ? { id: row.category_id, name: row.category_name ?? '', slug: row.category_slug ?? '' }
      : null,
    faculty: row.faculty_id
      ? { id: row.faculty_id, name: row.faculty_name ?? '', slug: row.faculty_slug ?? '' }
      : null,
    course_teacher: row.course_teacher_id
      ? { id: row.course_teacher_id, name: row.teacher_name ?? '', avatar_url: row.teacher_picture_url }
      : null,
    tutor_img_url: urlOf(row.tutor_img),
    background_image_url: urlOf(row.background_image),
    banner_image_url: urlOf(row.banner_image),
    preview_image_url: urlOf(row.preview_image),
    find_school_preview_image_url: urlOf(row.find_school_preview_image),
    course_requirements: row.course_requirements as string[],
    course_reviews: row.course_reviews as unknown as Review[],
    course_questions: row.course_questions as unknown as Question[],
    rating_average: row.rating_count > 0 ? Math.round((row.rating_sum * 10) / row.rating_count) / 10 : null,
    rating_count: row.rating_count,
    similar_courses: row.similar_courses as string[],
    tiering_prices: row.tiering_prices as number[],
    layout_type: row.layout_type as 'standard' | 'compact',
    may_edit,
    may_open: may_edit || mayLearn(row, enrolment, now).allowed,
    enrolment_status: enrolment && approvalStatus(row, enrolment, now),
  }
}

/** Additional fields for editors. */
export const staffCourseFields = (row: CoursePageRow) => ({
  ...pick(row, staffNames),
  sale_tiering_prices: row.sale_tiering_prices as (number | null)[],
  end_of_course_content_message: cachedSafeHtml(row.end_of_course_content_message),
})

/** Columns are listed, so that a new column is not exposed by accident. */
const publicNames = [
  ...([
    'id',
    'course_code',
    'course_name',
    'short_description',
    'is_coming_soon',
    'is_hidden',
    'price',
  ] as const),
  ...(['category_id', 'course_teacher_id', 'course_department', 'course_unit', 'tutor_description'] as const),
  ...(['faculty_id', 'department_id'] as const),
  ...([
    'tutor_img',
    'background_image',
    'banner_image',
    'preview_image',
    'find_school_preview_image',
  ] as const),
  ...(['hide_related_courses', 'course_start_date', 'course_end_date', 'course_calendly_link'] as const),
  ...(['compact_layout_content_background', 'disable_direct_registration', 'enable_tiering'] as const),
  ...(['tiering_maximum', 'show_content_title_to_unapproved', 'course_ads_video'] as const),
  ...(['unapprove_all_students_on_end_date', 'student_access_limit_after_approval'] as const),
  ...(['allow_early_access', 'seats_offered'] as const),
  ...(['lessons_count', 'contents_count', 'created_at', 'updated_at'] as const),
] as const

const staffNames = [
  ...([
    'course_template_id',
    'end_of_course_content_id',
    'approve_student_on_payment',
    'created_by',
  ] as const),
  ...(['mirror_course_id', 'enable_affiliates', 'affiliates_percentage_off'] as const),
  'default_affiliate_commission',
  ...(['sale_price', 'sale_starts_on', 'sale_ends_on'] as const),
] as const

function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}
