import type { Selectable } from 'kysely'
import type { Contents, Courses } from '#platform/database/database-types.ts'
import type { CourseDocument, DocumentContent } from './course-document.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Columns of a course that a document holds unchanged. They are listed, so that a new column is not exported by accident. */
export function plainFields(c: Selectable<Courses>) {
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
    course_questions: c.course_questions as unknown as CourseDocument['course']['course_questions'],
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
    seats_offered: c.seats_offered,
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

/** The same of a content. */
export function contentFields(c: Selectable<Contents>) {
  return {
    type: c.type as DocumentContent['type'],
    title: c.title,
    embed_url: c.embed_url,
    duration_seconds: c.duration_seconds,
    is_published: c.is_published,
    is_optional: c.is_optional,
    is_free_preview: c.is_free_preview,
    is_locked: c.is_locked,
    lowest_tier: c.lowest_tier,
    opens_at: iso(c.opens_at),
    opens_after_days: c.opens_after_days,
    opens_after_score: c.opens_after_score,
    completion_rule: c.completion_rule as DocumentContent['completion_rule'],
    completion_percentage: c.completion_percentage,
  }
}
