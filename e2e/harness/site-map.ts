import { demoId } from '#demo/ids.ts'
import { demoPassword, seedSupport } from '#demo/index.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import type { PageIds } from './page-ids.ts'
import type { Product } from './product.ts'

export const viewers = [
  'visitor',
  'student',
  'teacher',
  'admin',
  'account_user',
  'root visitor',
  'root owner',
  'root privileged',
] as const
export type Viewer = (typeof viewers)[number]

export interface SitePage {
  name: string
  path: string
}

export const school = 'codecraft'
/** The plan in instalments of the demo school. */
const plan_id = demoId(school, 'plan', 'javascript-in-instalments')
const logins = {
  student: ['students', 'student'],
  teacher: ['teachers', 'teacher'],
  admin: ['admins', 'admin'],
  account_user: ['admins', 'owner'],
} as const

export interface StoredSession {
  user_token: string
  user_type: string
  user_details: object
}

/** Logs in through the API, like the login page. */
export async function logIn(product: Product, viewer: Viewer): Promise<StoredSession | null> {
  if (viewer === 'visitor' || viewer === 'root visitor') return null
  if (viewer === 'root owner' || viewer === 'root privileged') {
    const email = viewer === 'root owner' ? `owner@${school}.test` : await privilegedEmail(product)
    const body = { email, password: demoPassword }
    const answer = await call(product, null, { url: '/api/accounts/v1/login', body })
    if (viewer === 'root privileged') await holdsFactor(product, true)
    return {
      user_token: String(answer.user_token),
      user_type: 'account_user',
      user_details: answer.user as object,
    }
  }
  const [group, name] = logins[viewer]
  const body = { user_code: `${name}@${school}.test`, password: demoPassword, login_with: 'password' }
  const answer = await call(product, school, { url: `/api/schools/auth/api/v1/${group}/login`, body })
  return { user_token: String(answer.user_token), user_type: viewer, user_details: answer.user as object }
}

/** Removes the second factor of the demo's privileged account during the login. */
async function privilegedEmail(product: Product) {
  const { app, config } = product
  const { db } = app.services.databases
  await seedSupport({ config, db })
  const email = config.privilegedEmail!
  await holdsFactor(product, false)
  return email
}

/** With a factor, the account's sessions have passed it too. */
async function holdsFactor({ app, config }: Product, holds: boolean) {
  const { db } = app.services.databases
  const { id } = await db
    .updateTable('accounts')
    .set({ totp_confirmed_at: holds ? new Date() : null })
    .where('email', '=', config.privilegedEmail!)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!holds) return
  await db
    .updateTable('account_sessions')
    .set({ second_factor_at: new Date() })
    .where('account_id', '=', id)
    .execute()
}

/** Calls the API of a school's host, or of the root host. */
export async function call(
  product: Product,
  host: string | null,
  { url, body }: { url: string; body?: object },
) {
  const answer = await product.app.http.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { host: host ? `${host}.localhost` : 'localhost', ...webClientHeaders },
    ...(body && { payload: body }),
  })
  const json = answer.json<Record<string, unknown>>()
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return json
}

/** Origin of a viewer's pages. */
export const originFor = (product: Product, viewer: Viewer) =>
  product.at(viewer.startsWith('root') ? null : school, '')

/** Every page of the product that a viewer can reach. */
export function pagesFor(viewer: Viewer, places: PageIds): SitePage[] {
  const { school_id, course_id, student_id, free_lesson_id } = places
  const page = (name: string, path: string): SitePage => ({ name, path })
  /** A page of something that the demo may lack. */
  const pageOf = (name: string, path: string, id: string | null, area = '') =>
    id === null ? [] : [page(name, `${path}${id}${area}`)]
  const publicPages = [
    page('home', '/'),
    page('course', `/?selected_course_id=${course_id}`),
    page('search', '/?searchQuery=react'),
    page('plan-offer', `/plans/${plan_id}`),
    page('terms', '/terms'),
    page('privacy', '/privacy'),
    page('not-found', '/no-such-page-at-all'),
  ]
  const own = [
    page('profile', '/profile'),
    page('my-data', '/profile/data-privacy'),
    page('notifications', '/notifications'),
  ]
  const teaching = [
    page('manage', '/manage'),
    page('courses', '/manage/courses'),
    page('new-course', '/manage/courses/new'),
    page('templates', '/manage/courses/templates'),
    page('import', '/manage/courses/import'),
    page('builder', `/manage/courses/${course_id}`),
    page('lesson-editor', `/manage/courses/${course_id}?topic=${free_lesson_id}`),
    page('course-settings', `/manage/courses/${course_id}/settings`),
    page('course-groups', `/manage/courses/${course_id}/students/groups`),
    page('course-copies', `/manage/courses/${course_id}/settings/copies`),
    page('course-students', `/manage/courses/${course_id}/students`),
    page('course-progress', `/manage/courses/${course_id}/students/progress`),
    page('gradebook', `/manage/courses/${course_id}/gradebook`),
    page('gradebook-setup', `/manage/courses/${course_id}/gradebook/setup`),
    page('gradebook-import', `/manage/courses/${course_id}/gradebook/import`),
    page('course-messages', `/manage/courses/${course_id}/feedback/messages`),
    page('course-questions', `/manage/courses/${course_id}/feedback/questions`),
    page('course-reviews', `/manage/courses/${course_id}/feedback/reviews`),
    page('preview', `/learn/${course_id}?creator_preview=true`),
    page('assessments', '/manage/assessments'),
    ...['', '/results', '/marking', '/regrades', '/exceptions'].flatMap((area) =>
      pageOf(`assessment${area.replace('/', '-')}`, '/manage/assessments/', places.assessment_id, area),
    ),
    page('question-banks', '/manage/question-banks'),
    ...pageOf('question-bank', '/manage/question-banks/', places.bank_id),
    page('question-types', `/manage/question-banks/${places.bank_id}/questions/new`),
    page('new-question', `/manage/question-banks/${places.bank_id}/questions/new?type=single_choice`),
    ...pageOf('question-editor', `/manage/question-banks/${places.bank_id}/questions/`, places.question_id),
    page('student-details', `/school-details/${school_id}/student-details/${student_id}`),
  ]
  const running = [
    page('students', '/manage/students'),
    page('upload-students', '/manage/students/import'),
    page('certificates', '/manage/certificates'),
    ...pageOf('certificate-template', '/manage/certificates/', places.template_id),
    page('certificates-issued', '/manage/certificates?view=issued'),
    page('certificates-requests', '/manage/certificates?view=requests'),
    page('orders', '/manage/orders'),
    page('invoices', '/manage/invoices'),
    page('invoice-settings', '/manage/invoices/settings'),
    page('subscriptions', '/manage/subscriptions'),
    ...pageOf('order', '/manage/orders/', places.order_id),
    page('orders-attention', '/manage/orders?view=attention'),
    page('orders-webhooks', '/manage/orders?view=webhooks'),
    page('revenue', '/manage/revenue'),
    page('revenue-payouts', '/manage/revenue?view=payouts'),
    page('reconciliation', '/manage/revenue?view=reconciliation'),
    page('affiliates', '/manage/affiliates'),
    ...pageOf('affiliate-details', '/manage/affiliates/', places.affiliate_id),
    page('plans', '/manage/plans'),
    page('coupons', '/manage/coupons'),
    page('payment-providers', '/manage/payment-providers'),
    page('people', '/manage/people'),
    page('person-data', `/manage/people/${student_id}/data`),
    page('confirm-email', '/confirm-email?token=expired'),
    page('login-settings', '/manage/login-settings'),
    page('categories', '/manage/categories'),
    page('faculties', '/manage/faculties'),
    ...pageOf('faculty-people', '/manage/faculties/', places.faculty_id),
    page('settings', '/manage/settings'),
    page('brand', '/manage/settings/brand'),
    page('wording', '/manage/settings/wording'),
    page('registration-settings', '/manage/settings/registration'),
    page('notification-settings', '/manage/settings/notifications'),
    page('privacy-settings', '/manage/settings/privacy'),
    page('legal-texts', '/manage/settings/legal-documents'),
    page('person-consent', `/manage/consent/${student_id}`),
    page('assistant-settings', '/manage/settings/assistant'),
    page('domains', '/manage/domains'),
    page('activity', '/manage/activity'),
    page('api-clients', '/manage/api-clients'),
    page('webhooks', '/manage/webhooks'),
    ...pageOf('webhook', '/manage/webhooks/', places.webhook_id),
  ]
  switch (viewer) {
    case 'visitor':
      return [
        ...publicPages,
        page('login', '/login'),
        page('free-lesson', `/free-lesson/${course_id}/${free_lesson_id}`),
        page('register', '/register'),
        page('register-teacher', '/register?as=teacher'),
        page('forgot-password', '/forgot-password'),
        page('magic-link', '/magic-link'),
        page('magic-link-open', '/magic-link?as=student&token=none'),
        page('second-factor', '/second-factor'),
        page('unsubscribe', '/unsubscribe?token=none'),
        page('redeem', '/redeem?code=none'),
        page('offline', '/offline'),
        page('create-password', '/create-password?token=none&email=a@b.test'),
      ]
    case 'student':
      return [
        ...publicPages.slice(0, 2),
        page('dashboard', '/dashboard'),
        page('learn', `/learn/${course_id}`),
        ...pageOf('learn-video', `/learn/${course_id}?topic=`, places.video_id),
        ...pageOf('learn-audio', `/learn/${course_id}?topic=`, places.audio_id),
        ...pageOf('learn-closed', `/learn/${course_id}?topic=`, places.closed_id),
        page('learn-ask', `/learn/${course_id}?ask=true`),
        page('my-assessments', '/assessments'),
        ...pageOf('take-assessment', '/assessments/', places.assessment_id, `?course_id=${course_id}`),
        ...pageOf('attempt', '/assessments/attempts/', places.attempt_id),
        page('notes', '/notes'),
        page('my-certificates', '/certificates'),
        page('my-grades', `/courses/${course_id}/grades`),
        page('affiliate', '/affiliate'),
        page('payments', '/payments'),
        ...pageOf('receipt', '/payments/orders/', places.own_order_id),
        page('payment-return', '/payments/return'),
        page('bank-transfer', '/payments/transfer'),
        page('buy-seats', `/payments/courses/${course_id}?for=seats`),
        page('buy-plan', `/payments/plans/${plan_id}`),
        page('buy-gift', `/payments/courses/${course_id}?for=gift`),
        ...own,
      ]
    case 'teacher':
      return [...teaching, ...own]
    case 'admin':
      return [...teaching, ...running, ...own]
    case 'account_user':
      return [...teaching, ...running, page('plan', '/manage/settings/plan'), ...own]
    case 'root visitor':
      return [
        page('product-home', '/'),
        page('find-school', '/find-school'),
        page('find-school-results', '/find-school?searchQuery=code'),
        page('create-school', '/create-school'),
        page('owner-login', '/login'),
        page('offer-broken', '/ownership-offer?token=none'),
        page('ui', '/dev/ui'),
        page('ui-public', '/dev/ui/public'),
        page('ui-shell', '/dev/ui/shell'),
        page('mail', '/dev/mail'),
        page('api-docs', '/api/docs'),
      ]
    case 'root owner':
      return [
        page('account', '/account'),
        page('owned-school', `/account/schools/${school_id}`),
        page('support', '/support'),
        page('console-closed', '/console'),
      ]
    case 'root privileged':
      return [
        page('console', '/console'),
        page('console-flagged', '/console/flagged'),
        page('console-school', `/console/schools/${school_id}`),
        page('console-resellers', '/console/resellers'),
        page('console-reseller-new', '/console/resellers/new'),
        page('console-reseller', `/console/resellers/${demoId('reseller', 'baraza')}`),
        page('console-billing', '/console/billing'),
        page('console-payment-events', '/console/payment-events'),
        page('console-quarantine', '/console/quarantined-payments'),
        page('console-reconciliation', '/console/reconciliation'),
        page('console-differences', `/console/schools/${school_id}/reconciliation`),
        page('console-payouts', `/console/schools/${school_id}/payouts`),
        page('console-flags', '/console/flags'),
        page('console-jobs', '/console/jobs'),
        page('console-audit', '/console/audit'),
      ]
  }
}
