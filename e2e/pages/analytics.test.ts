import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setConsent } from '#consent/contract.ts'
import { updateSchool } from '#schools/contract.ts'
import { startAnalyticsReceiver } from '#testing/fakes/analytics-receiver.ts'
import { openPage, schoolApp, failOnPageErrors, setUpSchoolApp } from '../harness/open-page.ts'

const provider = await startAnalyticsReceiver()
setUpSchoolApp(async () => ({
  ANALYTICS_ENABLED: 'on',
  ANALYTICS_URL: provider.url,
  ANALYTICS_TOKEN: 'public',
}))
// A page that was rendered before the school disabled analytics may still report; the server refuses it.
failOnPageErrors(/favicon\.ico|403 \(Forbidden\) .*\/api\/analytics\/v1/)
afterAll(() => provider.close())
beforeEach(() => void provider.received.splice(0))

/** Waits until usage reporting has loaded, and the page, which may hydrate later, has reported its visit. */
async function reporting(page: Page) {
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('usage_reporting_started').length > 0 &&
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/analytics/v1')),
  )
}

/**
 * Leaves a page for another once its events were sent. The browser gives a page half a second for this, which a busy
 * machine may need for other work: the page gets its last event before.
 */
async function leave(page: Page, path: string) {
  const sent = page.waitForResponse((response) => !!response.request().postData()?.includes('USAGE_EVENTS'))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await sent
  await page.goto(schoolApp.at(path))
}

const eventsOf = () =>
  schoolApp.school.transact(async ({ tx, school_id }) =>
    tx
      .selectFrom('usage_events')
      .where('school_id', '=', school_id)
      .select(['name', 'user_id', 'user_type', 'properties', 'occurred_at'])
      .orderBy('occurred_at')
      .execute(),
  )

test('actions of staff are reported when they leave the page, to the school only without consent', async () => {
  const admin = await schoolApp.school.admin()
  const { page } = await openPage('/manage', admin)
  await reporting(page)
  await leave(page, '/manage/courses/new')
  await page.getByRole('textbox').first().fill('A course')
  await page.getByRole('button', { name: /^Create/ }).click()
  await page.waitForURL(/\/manage\/courses\/[0-9a-f-]{36}/)
  // The router reports the page after it has rendered it; the document still has the marks of the form.
  await page.getByRole('heading', { name: 'A course' }).first().waitFor()
  await leave(page, '/manage/coupons')
  await reporting(page)
  await leave(page, '/')
  await expect
    .poll(async () => (await eventsOf()).map(({ name }) => name), { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        'admin_dashboard_viewed',
        'course_creation_started',
        'course_created',
        'course_content_opened',
        'coupons_viewed',
      ]),
    )
  expect(new Set((await eventsOf()).map(({ user_id, user_type }) => `${user_id} ${user_type}`))).toEqual(
    new Set(['null admin']),
  )
  expect(provider.received).toEqual([])
})

test('with consent the analytics service gets the user; when disabled, nothing is sent', async () => {
  const { school } = schoolApp
  const admin = await school.admin()
  await admin.api(setConsent, { purpose: 'usage_statistics', is_given: true })
  const { page } = await openPage('/manage', admin)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('user_details')), { timeout: 30_000 })
    .toContain('usage_statistics')
  // Events are also sent regularly while the page stays open.
  await page.evaluate(() =>
    (
      window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
    ).__reactRouterDataRouter.navigate('/manage/courses/new'),
  )
  await expect
    .poll(() => provider.items('/track').map(({ event }) => event), { timeout: 30_000 })
    .toContain('course_creation_started')
  expect(provider.items('/track').find(({ event }) => event === '$identify')!.properties).toMatchObject({
    distinct_id: admin.id,
    token: 'public',
  })
  await expect
    .poll(() => provider.items('/engage')[0], { timeout: 30_000 })
    .toMatchObject({ $set: { user_type: 'admin' } })
  expect(JSON.stringify(provider.received)).not.toContain(admin.email)
  await expect
    .poll(eventsOf, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ user_id: admin.id }))

  // Leaving the page sends what is pending.
  await page.goto(schoolApp.at('/health/live'))
  await admin.api(updateSchool, { id: school.school_id, allow_analytics: false })
  const disabled_at = new Date()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const isReport = (url: string) => url.includes('/analytics/v1') || url.startsWith(provider.url)
  // A copy of the page in a cache may be older than the setting.
  await expect
    .poll(
      async () => {
        requests.splice(0)
        await page.goto(schoolApp.at('/manage'), { waitUntil: 'networkidle' })
        await page.goto(schoolApp.at('/'), { waitUntil: 'networkidle' })
        await page.goto(schoolApp.at('/health/live'))
        return requests.filter(isReport)
      },
      { timeout: 30_000 },
    )
    .toEqual([])
  expect((await eventsOf()).filter(({ occurred_at }) => occurred_at > disabled_at)).toEqual([])
  await admin.api(updateSchool, { id: school.school_id, allow_analytics: true })
})

test('a public page of the platform reports its event by its small script', async () => {
  const { page } = await openPage('/', null)
  // Leaving the school's page sends its event too.
  const reported = page.waitForRequest(
    (request) => request.url().endsWith('/api/analytics/v1') && !!request.postData()?.includes('find_school'),
  )
  await page.goto(schoolApp.product.at(null, '/find-school'))
  expect((await reported).postDataJSON()).toMatchObject({
    action: 'USAGE_EVENTS',
    events: [{ name: 'find_school_viewed', properties: { page: '/find-school' } }],
  })
})
