import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import type { openBrowser } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

// The last one is never opened: a completed course sends more requests.
const texts = {
  contents: [
    { title: 'Welcome', body: '<p>Read this <b>first</b>.</p>' },
    { title: 'Charts' },
    { title: 'End' },
  ],
}
const aCourse = () =>
  createTestCourse(schoolApp.school, { ...texts, course: { course_name: 'Harbour pilots' } })

/** API reads of a page, without the server's address. */
function readsOf(page: Page) {
  const reads: { path: string; token: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/'))
      reads.push({ path: pathname + search, token: request.headers()['x-access-token'] })
  })
  return reads
}

/** Blocks the files of the app until `release`. */
async function holdApp(page: Page) {
  const held: Route[] = []
  let open = false
  await page.route(/\/assets\/[^/]+\.js$/, (route) => (open ? route.continue() : void held.push(route)))
  return async () => {
    open = true
    for (const route of held) await route.continue()
  }
}

const done = (page: Page) => page.getByRole('button', { name: /^Completed|^Mark as completed/ }).waitFor()

async function visit(options: Parameters<typeof openBrowser>[0] = {}) {
  const opened = await openPage('/health/live', null, { ...options, alone: true })
  return { ...opened, reads: readsOf(opened.page) }
}

async function logIn(page: Page, token: string) {
  await page.evaluate((stored) => {
    localStorage.setItem('user_token', stored)
    localStorage.setItem('user_type', 'student')
  }, token)
}

describe('the first lesson', () => {
  test('is shown before any file of the app has loaded, with one request', async () => {
    const { course, contents, student } = await aCourse()
    const { page, reads, complaints } = await visit()
    await logIn(page, student.token)
    const release = await holdApp(page)
    await page.goto(`${schoolApp.origin}/learn/${course.id}`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await page.getByText('Read this first.').waitFor()
    const before = await page.getByText('Read this first.').boundingBox()
    await release()
    await done(page)
    expect(await page.getByText('Read this first.').boundingBox()).toEqual(before)
    expect(new URL(page.url()).searchParams.get('topic')).toBe(contents[0]!.id)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.waitForLoadState('networkidle')
    expect(reads.map(({ path }) => path.split('?')[0])).toEqual([`/api/courses/v2/player/${course.id}`])
    // The health page, where the test starts, has no icon.
    expect(complaints.filter((complaint) => !complaint.includes('favicon.ico'))).toEqual([])

    // The next content needs one request, and going back to a recent one none.
    await page.getByRole('link', { name: /^Next.*Charts/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Charts' }).waitFor()
    await done(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    expect(reads.map(({ path }) => path).filter((path) => !path.includes('student-has-access'))).toEqual([
      `/api/courses/v2/player/${course.id}?page_frame=true`,
      `/api/courses/v2/player/${course.id}?topic=${contents[1]!.id}`,
    ])
  })

  test('is requested after the current session’s token was removed from the address', async () => {
    const { course, student } = await aCourse()
    const { page, reads } = await visit()
    await logIn(page, student.token)
    await page.goto(`${schoolApp.origin}/learn/${course.id}?user_token=${student.token}`)
    await done(page)
    expect(page.url()).not.toContain('user_token')
    expect(reads[0]).toEqual({
      path: `/api/courses/v2/player/${course.id}?page_frame=true`,
      token: student.token,
    })
  })

  test('is not requested with a token from the address that must be exchanged first', async () => {
    const { course, student } = await aCourse()
    const { page, reads } = await visit()
    const exchanged = page.waitForResponse((answer) => answer.url().endsWith('/students/login'))
    await page.goto(`${schoolApp.origin}/learn/${course.id}?user_token=${student.token}`)
    await exchanged
    expect(page.url()).not.toContain('user_token')
    expect(reads.filter(({ path }) => path.includes('/player/'))).toEqual([])
  })

  test('is not requested without a session', async () => {
    const { course } = await aCourse()
    const { page, reads } = await visit()
    await page.goto(`${schoolApp.origin}/learn/${course.id}`)
    await page.waitForURL(/\/login/)
    expect(reads.filter(({ path }) => path.includes('/player/'))).toEqual([])
  })

  test('leads to login if the session has ended', async () => {
    const { course } = await aCourse()
    const { page } = await visit()
    await logIn(page, 'long-over')
    await page.goto(`${schoolApp.origin}/learn/${course.id}`)
    await page.waitForURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('user_token'))).toBeNull()
  })

  test('is rendered by the app if the early request fails', async () => {
    const { course, student } = await aCourse()
    const { page, reads } = await visit()
    await logIn(page, student.token)
    await page.route('**/api/courses/v2/player/**', (route) => route.abort())
    await page.goto(`${schoolApp.origin}/learn/${course.id}`)
    await done(page)
    await page.getByText('Read this first.').waitFor()
    expect(reads.filter(({ path }) => path.includes('/player/'))).toHaveLength(1)
  })

  test('is rendered by the app if the server does not respond in time', async () => {
    const { course, student } = await aCourse()
    const { page, reads } = await visit()
    await logIn(page, student.token)
    const held: Route[] = []
    await page.route('**/api/courses/v2/player/**', (route) => void held.push(route))
    await page.goto(`${schoolApp.origin}/learn/${course.id}`)
    // The app has loaded and waits for the same request.
    await page.waitForFunction(() => '__reactRouterRouteModules' in window)
    for (const route of held) await route.continue()
    await done(page)
    expect(reads.filter(({ path }) => path.includes('/player/'))).toHaveLength(1)
  })

  test('is not shown to a person without access', async () => {
    const { course } = await aCourse()
    const pending = await schoolApp.school.student()
    await schoolApp.school.enrol(pending, course, { status: 'pending' })
    const { page } = await visit()
    await logIn(page, pending.token)
    await page.goto(`${schoolApp.origin}/learn/${course.id}`)
    await page.getByText('Your request is waiting for approval').waitFor()
    expect(await page.getByText('Read this first.').count()).toBe(0)
  })

  test('keeps the course’s layout from the first paint', async () => {
    const course = { layout_type: 'compact', compact_layout_content_background: '#fde68a' } as const
    const fixture = await createTestCourse(schoolApp.school, { ...texts, course })
    const { page } = await visit()
    await logIn(page, fixture.student.token)
    const release = await holdApp(page)
    await page.goto(`${schoolApp.origin}/learn/${fixture.course.id}`, { waitUntil: 'commit' })
    await page.getByText('Read this first.').waitFor()
    const look = () =>
      page.evaluate(() => {
        const stage = [...document.querySelectorAll('main div')].find((one) => /_stage_/.test(one.className))!
        const { backgroundColor } = getComputedStyle(stage)
        const { x, y, width } = stage.firstElementChild!.getBoundingClientRect()
        return { backgroundColor, layout: stage.parentElement!.dataset.layout, x, y, width }
      })
    const early = await look()
    expect(early).toMatchObject({ backgroundColor: 'rgb(253, 230, 138)', layout: 'compact' })
    await release()
    await done(page)
    const { x: _x, y: _y, width: _width, ...later } = await look()
    expect(early).toMatchObject(later)
  })
})
