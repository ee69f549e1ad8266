import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setConsent } from '#consent/contract.ts'
import { startErrorReceiver } from '#testing/fakes/error-receiver.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

const receiver = await startErrorReceiver()
setUpSchoolApp(async () => ({ ERROR_REPORTING_DSN: receiver.dsn, ERROR_REPORTING_RELEASE: '1.2.3' }))
afterAll(() => receiver.close())
beforeEach(() => void receiver.reports.splice(0))

const patiently = { timeout: 30_000 }
const breakPage = (page: Page, text: string) =>
  page.evaluate((message) => {
    setTimeout(() => {
      throw new TypeError(message)
    })
  }, text)
const messages = () =>
  receiver.items('event').map(({ exception }) => exception?.values?.at(-1)?.value as string | undefined)

test('an error with its trace is sent through our origin, without personal data', async () => {
  const admin = await schoolApp.school.admin()
  const hosts = new Set<string>()
  const { page } = await openPage('/manage', admin)
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('start-error-reports')),
  )
  await page.waitForTimeout(500)
  await page.evaluate(() =>
    (
      window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
    ).__reactRouterDataRouter.navigate('/manage/courses'),
  )
  await page.waitForLoadState('networkidle')
  await breakPage(page, `broken for ${admin.email}`)
  await expect.poll(messages, patiently).toContain('broken for [email]')
  const event = receiver
    .items('event')
    .find(({ exception }) => exception.values[0].value.startsWith('broken'))
  expect(event).toMatchObject({
    environment: 'test',
    release: '1.2.3',
    exception: { values: [{ type: 'TypeError' }] },
    tags: { school_id: schoolApp.school.school_id, user_type: 'admin' },
  })
  expect(event.user).toBeUndefined()
  expect(event.breadcrumbs.length).toBeLessThanOrEqual(30)
  const requests = event.breadcrumbs.find(({ category }: { category: string }) => category === 'fetch')
  expect(requests.data.request_id).toMatch(/^[0-9a-f-]{36}$/)
  await expect
    .poll(() => receiver.items('transaction').map(({ contexts }) => contexts.trace.op as string), patiently)
    .toContain('pageload')
  const all = receiver.reports.map(({ raw }) => raw).join()
  for (const hidden of [admin.id, admin.email, admin.token]) expect(all).not.toContain(hidden)
  expect(receiver.items('replay_event')).toEqual([])
  expect([...hosts]).toEqual([new URL(schoolApp.origin).host])
})

test('an error before the reporter loads is not lost', async () => {
  const { page } = await openPage('/health/live', null, { alone: true })
  await page.addInitScript(() => {
    addEventListener('load', () => void Promise.reject(new Error('too early')))
  })
  await page.goto(schoolApp.at('/login'))
  await expect.poll(messages, patiently).toContain('too early')
})

test('a public page without the app reports its errors too, and a person only with consent', async () => {
  const { school } = schoolApp
  const student = await school.student()
  const { page } = await openPage('/', student)
  await breakPage(page, `public and broken for ${student.email}`)
  await expect.poll(messages, patiently).toContain('public and broken for [email]')
  expect(receiver.items('event')).toHaveLength(1)
  expect(receiver.items('event')[0]).toMatchObject({
    environment: 'test',
    release: '1.2.3',
    exception: { values: [{ type: 'TypeError' }] },
    request: { url: '/' },
    tags: { school_id: school.school_id, user_type: 'student' },
  })
  expect(receiver.items('event')[0].user).toBeUndefined()
  const raw = receiver.reports.map((report) => report.raw).join()
  for (const hidden of [student.id, student.email, student.token]) expect(raw).not.toContain(hidden)
  await student.api(setConsent, { purpose: 'error_reports', is_given: true })
  await page.evaluate(() => {
    const error = new Error('rejected on a public page')
    error.stack =
      'Error: rejected\n    at draw (https://school.test/a.js:12:34)\nshow@https://school.test/b.js:5:6'
    void Promise.reject(error)
  })
  await expect.poll(messages, patiently).toContain('rejected on a public page')
  const [, rejected] = receiver.items('event')
  expect(rejected.user.id).toMatch(/^[\w-]{22}$/)
  expect(rejected.exception.values[0].stacktrace.frames).toMatchObject([
    { function: 'show', lineno: 5, colno: 6 },
    { function: 'draw', lineno: 12, colno: 34 },
  ])
})

test('a public page reports ten errors at most, and only its own', async () => {
  const { page } = await openPage('/', null)
  const sent: string[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/error-reports/') && sent.push(request.url())),
  )
  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { message: 'Script error.' })))
  for (let n = 0; n < 12; n++) await breakPage(page, `again ${n}`)
  await expect.poll(() => receiver.items('event').length, patiently).toBeGreaterThanOrEqual(10)
  expect(new Set(messages())).toEqual(new Set(Array.from({ length: 10 }, (_, n) => `again ${n}`)))
  expect(sent).toHaveLength(10)
})

test('with consent an error includes a recording without texts, and a pseudonym', async () => {
  const { school } = schoolApp
  const student = await school.student({ name: 'Ngozi Adebayo' })
  await student.api(setConsent, { purpose: 'error_reports', is_given: true })
  const { page } = await openPage('/profile', student)
  await page.getByText('Ngozi Adebayo').first().waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/replay-/.test(name)),
  )
  // A recording of less than five seconds is not sent.
  await page.waitForTimeout(5_500)
  await breakPage(page, 'broken with consent')
  await expect.poll(messages, patiently).toContain('broken with consent')
  await expect.poll(() => receiver.items('replay_recording').length, patiently).toBeGreaterThan(0)
  const event = receiver
    .items('event')
    .find(({ exception }) => exception.values[0].value === 'broken with consent')
  expect(event.user.id).toMatch(/^[\w-]{22}$/)
  expect(receiver.items('replay_event')[0]).toMatchObject({ user: { id: event.user.id } })
  const recorded = receiver.items('replay_recording').join()
  expect(recorded).toContain('"type":2')
  for (const hidden of ['Ngozi', student.email, student.id, student.token])
    expect(recorded).not.toContain(hidden)
})
