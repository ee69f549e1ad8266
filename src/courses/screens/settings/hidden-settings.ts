/**
 * Settings of a course that the API takes and nothing reads yet: most wait for payments. The screens do not show them;
 * `setting-readers.test.ts` names who reads each of the others.
 */
export const hiddenSettings = [
  'approve_student_on_payment',
  'enable_affiliates',
  'affiliates_percentage_off',
  'default_affiliate_commission',
  'course_template_id',
] as const

export const isSettingVisible = (name: string) => !(hiddenSettings as readonly string[]).includes(name)
