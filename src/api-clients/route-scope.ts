import type { RouteScope } from '#tenancy/http/api-client.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { personalAreas, type ScopeArea } from './scopes.ts'

const auth = '/schools/auth/api/v1'

/** `person`: only for people who are logged in to the product, such as creating clients. */
type RouteArea = ScopeArea | 'person'

/** Areas by path prefix; the longest matching prefix counts. */
const positions: Record<string, RouteArea> = {
  [`${auth}/`]: 'account',
  [`${auth}/all-courses`]: 'courses',
  [`${auth}/course_search`]: 'courses',
  [`${auth}/school-categories`]: 'courses',
  [`${auth}/school-faculties`]: 'courses',
  [`${auth}/all-payments-plan`]: 'school',
  [`${auth}/custom-domain-details`]: 'school',
  [`${auth}/school-details`]: 'school',
  [`${auth}/handoff`]: 'person',
  '/accounts/v1/': 'person',
  '/analytics/v1': 'visits',
  '/assessments/v2/': 'assessments',
  '/assessments/v2/question-banks': 'assessments',
  '/assistant/v1/': 'assistant',
  '/consent/v1/': 'school',
  '/consent/v1/acceptances': 'people',
  '/consent/v1/mine': 'person',
  '/consent/v1/people': 'people',
  '/console/v1/': 'person',
  '/error-reports/v1/': 'person',
  '/affiliates/v1/': 'person',
  '/affiliates/v1/preview': 'school',
  '/coupons/v1/': 'school',
  '/courses/': 'courses',
  '/courses/v1/stu/': 'enrolments',
  '/courses/v2/admin-end-of-course-message': 'feedback',
  '/courses/v2/contents/:content_id/progress': 'enrolments',
  '/courses/v2/courses/:course_id/opening-subscriptions': 'feedback',
  '/courses/v2/course-reviews': 'feedback',
  '/courses/v2/course-students': 'enrolments',
  '/courses/v2/end-of-course-messages': 'feedback',
  '/courses/v2/enrolment-requests': 'enrolments',
  '/courses/v2/player': 'person',
  '/courses/v2/opening-subscriptions/unsubscribe': 'feedback',
  '/courses/v2/faculties/:faculty_id/people': 'people',
  '/courses/v2/student': 'enrolments',
  '/courses/v2/stuck-students': 'enrolments',
  '/courses/v2/students-end-of-course-message': 'feedback',
  '/credit-cards/v2/': 'person',
  '/gen/': 'uploads',
  '/notes/v2/': 'notes',
  '/payments/v1/': 'person',
  '/payments-plan/v2/': 'school',
  '/subscriptions/v1/': 'person',
  '/payments/v1/methods': 'school',
  '/school-certificate/': 'certificates',
  '/student-certificate/': 'certificates',
  '/school-users/v2/': 'account',
  '/students/v2/': 'person',
  '/school-users/v2/me/reauthentication-link': 'person',
  '/school-users/v2/update-user': 'people',
  '/school-users/v2/user-details': 'people',
  '/school-billing/v1/': 'person',
  '/schools/v2/': 'school',
  '/schools/v2/admins': 'people',
  '/schools/v2/api-clients': 'person',
  '/schools/v2/invitations': 'people',
  '/schools/v2/people/': 'person',
  '/schools/v2/oidc-issuer': 'person',
  '/schools/v2/school/:school_id/user_details': 'people',
  '/schools/v2/search': 'person',
  '/schools/v2/students': 'people',
  '/schools/v2/teachers': 'people',
  '/user-journey/v2/': 'person',
  '/support/v1/': 'person',
  '/users/api/v1/notifications': 'account',
  '/users/api/v1/stripe/': 'person',
  '/webhooks/v1': 'webhooks',
}

/** Routes that need a person: a message has an author. */
const spoken = [
  '/courses/v2/admin-end-of-course-message',
  '/courses/v2/students-end-of-course-message',
  '/courses/v2/students/:student_id/messages',
  '/courses/v2/students/:student_id/staff-notes',
  '/courses/v2/students/:student_id/staff-notes/:id',
]

/** The scope area of a route; undefined if unassigned. */
export function scopeAreaOf({ path }: Pick<Route, 'path'>): RouteArea | undefined {
  const longest = Object.keys(positions)
    .filter((beginning) => path.startsWith(beginning))
    .toSorted((one, other) => other.length - one.length)[0]
  return longest === undefined ? undefined : positions[longest]
}

const scopeOfRoute = new Map<Route, RouteScope>()

/** The scope of a route. Unassigned routes are closed to every client. */
export function routeScopeOf(route: Route): RouteScope {
  const found = scopeOfRoute.get(route) ?? decide(route)
  scopeOfRoute.set(route, found)
  return found
}

function decide(route: Route): RouteScope {
  const areaRule = scopeAreaOf(route)
  if (areaRule === undefined || areaRule === 'person') return { scope: null, needsPerson: true }
  const scope = `${areaRule}:${route.writes ? 'write' : 'read'}`
  return { scope, needsPerson: personalAreas.includes(areaRule) || spoken.includes(route.path) }
}
