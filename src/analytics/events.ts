/**
 * When an event fires: a screen is shown (its path, with `:name` for one variable segment), or an API call
 * succeeds. `calls` are names of contracts.
 */
export type EventTrigger = { page: string } | { calls: readonly string[] }

/** Every event that client analytics reports, with its trigger; `events.test.ts` finds each trigger in the product. */
export const usageEvents = {
  admin_dashboard_viewed: { page: '/manage' },
  course_creation_started: { page: '/manage/courses/new' },
  course_created: { calls: ['createCourse'] },
  course_copied: { calls: ['duplicateCourse'] },
  course_imported: { calls: ['importCourse'] },
  course_content_opened: { page: '/manage/courses/:course_id' },
  course_content_created: { calls: ['createContent'] },
  course_content_updated: { calls: ['updateContent'] },
  course_templates_viewed: { page: '/manage/courses/templates' },
  course_template_created: { calls: ['createTemplate'] },
  course_template_used: { calls: ['createCourseFromTemplate'] },
  school_creation_started: { page: '/create-school' },
  school_created: { calls: ['createSchool'] },
  find_school_viewed: { page: '/find-school' },
  forgot_password_viewed: { page: '/forgot-password' },
  password_reset_requested: { calls: ['resetPassword', 'resetAccountPassword'] },
  create_password_viewed: { page: '/create-password' },
  password_created: { calls: ['createPassword', 'createAccountPassword'] },
  school_plan_viewed: { page: '/manage/settings/plan' },
  school_plan_checkout_started: { calls: ['createSubscriptionSession'] },
  school_plan_changed: { calls: ['changeSchoolPlan'] },
  school_plan_canceled: { calls: ['cancelSubscription'] },
  coupons_viewed: { page: '/manage/coupons' },
  coupon_created: { calls: ['createCoupon'] },
  coupon_updated: { calls: ['updateCoupon'] },
  coupon_deleted: { calls: ['deleteCoupon'] },
  checkout_started: { calls: ['createCheckout'] },
  assessments_viewed: { page: '/manage/assessments' },
  assessment_created: { calls: ['createAssessment'] },
  assessment_published: { calls: ['publishAssessment'] },
  assessment_started: { calls: ['startAttempt'] },
  payments_viewed: { page: '/payments' },
  receipt_viewed: { page: '/payments/orders/:order_id' },
  orders_viewed: { page: '/manage/orders' },
  order_viewed: { page: '/manage/orders/:order_id' },
  order_refunded: { calls: ['refundOrder'] },
  revenue_viewed: { page: '/manage/revenue' },
  payment_providers_viewed: { page: '/manage/payment-providers' },
  payment_provider_connected: { calls: ['connectPaymentAccount'] },
} as const satisfies Record<string, EventTrigger>

export type UsageEventName = keyof typeof usageEvents
export const eventNames = Object.keys(usageEvents) as [UsageEventName, ...UsageEventName[]]

const triggers = Object.entries(usageEvents) as [UsageEventName, EventTrigger][]

/** The event of the screen at this path, if any. */
export function eventOfPage(path: string): UsageEventName | undefined {
  const segments = path.split('/').filter(Boolean)
  const fits = (pattern: string) => {
    const patternSegments = pattern.split('/').filter(Boolean)
    return (
      patternSegments.length === segments.length &&
      patternSegments.every((part, index) => part.startsWith(':') || part === segments[index])
    )
  }
  // Static segments first: `/manage/courses/new` before `/manage/courses/:course_id`.
  const found = triggers.filter(([, trigger]) => 'page' in trigger && fits(trigger.page))
  const literal = found.find(([, trigger]) => 'page' in trigger && !trigger.page.includes(':'))
  return (literal ?? found[0])?.[0]
}

/** The event of a successful API call, if any. */
export const eventOfCall = (name: string): UsageEventName | undefined =>
  triggers.find(([, trigger]) => 'calls' in trigger && trigger.calls.includes(name))?.[0]

/** The declared path of the event's screen, without ids. */
export function declaredPage(name: UsageEventName): string | undefined {
  const trigger: EventTrigger = usageEvents[name]
  return 'page' in trigger ? trigger.page : undefined
}
