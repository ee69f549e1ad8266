import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { updateSchool } from '#schools/contract.ts'
import { updateCourse } from '../contract.ts'
import { hiddenSettings } from '../screens/settings/hidden-settings.ts'

const source = join(import.meta.dirname, '../..')

/** The file that uses each setting, other than to store, return or edit it. */
const courseReaders = {
  affiliates_percentage_off: 'affiliates/referral.ts',
  allow_early_access: 'course-access/may-learn.ts',
  approve_student_on_payment: 'courses/policy.ts',
  background_image: 'courses/queries.ts',
  banner_image: 'courses/queries.ts',
  category_id: 'courses/catalogue/list-courses.ts',
  compact_layout_content_background: 'learning/screens/player/player.tsx',
  course_calendly_link: 'learning/screens/player/outline/outline.tsx',
  course_department: 'courses/screens/landing/landing-facts.tsx',
  course_description: 'courses/screens/landing/course-landing.tsx',
  course_end_date: 'course-access/may-learn.ts',
  course_isPublic: 'courses/policy.ts',
  course_name: 'courses/screens/landing/course-landing.tsx',
  course_questions: 'courses/screens/landing/course-landing.tsx',
  course_requirements: 'courses/screens/landing/course-landing.tsx',
  course_reviews: 'courses/screens/landing/landing-people.tsx',
  course_start_date: 'course-access/may-learn.ts',
  course_teacher_id: 'courses/policy.ts',
  course_template_id: null,
  course_unit: 'courses/catalogue/course-search-texts.ts',
  default_affiliate_commission: 'affiliates/referral.ts',
  department_id: 'courses/management/update-department-of-courses.ts',
  disable_direct_registration: 'learning/policy.ts',
  enable_affiliates: 'affiliates/queries.ts',
  enable_tiering: 'courses/reading/locks.ts',
  end_of_course_content_id: 'learning/screens/player/course-completed.tsx',
  end_of_course_content_message: 'learning/screens/player/course-completed.tsx',
  faculty_id: 'courses/catalogue/list-courses.ts',
  find_school_preview_image: 'schools/settings/update-preview-image.ts',
  hide_related_courses: 'courses/catalogue/get-course-details.ts',
  is_coming_soon: 'course-access/may-learn.ts',
  is_hidden: 'courses/queries.ts',
  layout_type: 'learning/screens/player/player.tsx',
  mirror_course_id: 'courses/reading/get-course-contents.ts',
  preview_image: 'courses/queries.ts',
  price: 'courses/policy.ts',
  sale_ends_on: 'lib/money/sale-price.ts',
  sale_price: 'learning/price-for-student.ts',
  sale_starts_on: 'lib/money/sale-price.ts',
  sale_tiering_prices: 'learning/price-for-student.ts',
  seats_offered: 'payments/checkout/purchase-item.ts',
  short_description: 'courses/screens/landing/course-tile.tsx',
  show_content_title_to_unapproved: 'courses/policy.ts',
  similar_courses: 'courses/queries.ts',
  student_access_limit_after_approval: 'learning/enrolments/approve-students.ts',
  tiering_maximum: 'learning/enrolments/set-tier-of-students.ts',
  tiering_prices: 'courses/screens/landing/landing-facts.tsx',
  tutor_description: 'courses/screens/landing/landing-people.tsx',
  tutor_img: 'courses/screens/landing/landing-people.tsx',
  unapprove_all_students_on_end_date: 'course-access/may-learn.ts',
}

const schoolReaders = {
  about: 'schools/screens/home/school-home.tsx',
  allow_analytics: 'analytics/record-usage.ts',
  allow_magic_link_registration: 'accounts/registration/registration-link.ts',
  allow_manual_student_approval: 'plans/policy.ts',
  allow_student_registration: 'accounts/policy.ts',
  allow_teacher_registration: 'accounts/policy.ts',
  contact_email: 'schools/screens/home/school-home.tsx',
  country: 'schools/directory/search-schools.ts',
  cover_upload_id: 'schools/screens/home/school-home.tsx',
  font_pair: 'tenancy/hosts/load-school.ts',
  founded_year: 'schools/screens/home/school-home.tsx',
  home_layout: 'schools/screens/home/school-home.tsx',
  home_questions: 'schools/screens/home/school-home.tsx',
  is_listed: 'schools/directory/search-schools.ts',
  language: 'tenancy/pages/identify-page.ts',
  logo_upload_id: 'tenancy/hosts/load-school.ts',
  name: 'tenancy/hosts/load-school.ts',
  payment_instructions: 'courses/catalogue/get-course-details.ts',
  registration_fields: 'accounts/registration/validate-registration-form.ts',
  require_second_factor: 'accounts/policy.ts',
  shows_streak: 'learning/dashboard/learning-week.ts',
  shows_student_count: 'schools/settings/public-profile.ts',
  tagline: 'tenancy/hosts/load-school.ts',
  theme: 'tenancy/hosts/load-school.ts',
  time_zone: 'tenancy/hosts/load-school.ts',
  wording: 'tenancy/pages/frame-of.ts',
}

describe.each([
  ['a course', updateCourse.body, courseReaders, ['updated_at']],
  ['the school', updateSchool.body, schoolReaders, []],
] as const)('each setting of %s', (_of, schema, readers, notSettings) => {
  const names = Object.keys(schema.properties).filter(
    (name) => !(notSettings as readonly string[]).includes(name),
  )

  test('has a reader or is hidden until its feature exists', () => {
    expect(names.toSorted()).toEqual(Object.keys(readers).toSorted())
  })

  test('is read in the named file', () => {
    const unread = Object.entries(readers).filter(([name, file]) => file !== null && !reads(file, name))
    expect(unread).toEqual([])
  })
})

test('is hidden on the screens exactly if nothing reads it', () => {
  const unread = Object.entries(courseReaders).flatMap(([name, file]) => (file === null ? [name] : []))
  expect([...hiddenSettings].toSorted()).toEqual(unread)
})

/** Columns of images have other names than their fields. */
const otherNames: Record<string, string> = {
  course_isPublic: 'course_is_public',
  category_id: 'category',
  faculty_id: 'faculty',
  theme: 'theme_css',
  font_pair: 'theme_css',
  logo_upload_id: 'logo_url',
  cover_upload_id: 'cover_url',
}

function reads(file: string, name: string) {
  const path = join(source, file)
  return existsSync(path) && readFileSync(path, 'utf8').includes(otherNames[name] ?? name)
}
