import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { takeLayoutShifts, watchLayoutShifts } from '../harness/layout-shifts.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

async function visit(token: string) {
  const opened = await openPage('/health/live', null, { alone: true })
  await watchLayoutShifts(opened.context)
  await opened.page.evaluate((stored) => {
    localStorage.setItem('user_token', stored)
    localStorage.setItem('user_type', 'student')
  }, token)
  const reads: string[] = []
  opened.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname)
  })
  return { ...opened, reads }
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

describe('the home page of a student', () => {
  test('shows the course to continue before any file of the app has loaded', async () => {
    const { course, student } = await createTestCourse(schoolApp.school, {
      contents: [{ title: 'Knots', body: '<p>Learn them.</p>' }],
      course: { course_name: 'Harbour pilots' },
    })
    const { page, reads } = await visit(student.token)
    const release = await holdApp(page)
    await page.goto(`${schoolApp.origin}/dashboard`, { waitUntil: 'commit' })
    const title = page.getByRole('heading', { level: 2, name: 'Harbour pilots' })
    await title.waitFor()
    const link = page.getByRole('link', { name: 'Start' })
    expect(await link.getAttribute('href')).toBe(`/learn/${course.id}`)
    const before = await Promise.all([title.boundingBox(), link.boundingBox()])
    await release()
    await page.getByText('No lessons completed yet').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await Promise.all([title.boundingBox(), link.boundingBox()])).toEqual(before)
    expect(reads.filter((path) => path === '/api/courses/v1/stu/courses')).toHaveLength(1)
    expect(reads.filter((path) => path === '/api/courses/v1/stu/dashboard')).toHaveLength(1)
    expect(await takeLayoutShifts(page)).toEqual([])
  })

  test('leaves focus and scroll where they are when the app loads', async () => {
    const { student } = await createTestCourse(schoolApp.school, {
      contents: [{ title: 'Knots', body: '<p>Learn them.</p>' }],
      course: { course_name: 'Harbour pilots' },
    })
    const { page } = await visit(student.token)
    await page.setViewportSize({ width: 360, height: 400 })
    const release = await holdApp(page)
    await page.goto(`${schoolApp.origin}/dashboard`, { waitUntil: 'commit' })
    const link = page.getByRole('link', { name: 'Start' })
    await link.focus()
    await page.evaluate(() => scrollTo(0, 120))
    await release()
    await page.getByText('No lessons completed yet').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(120)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Knots' }).waitFor()
  })

  test('opens for a student without courses, and leads a visitor to the login', async () => {
    const { token } = await schoolApp.school.student()
    const { page, reads } = await visit(token)
    await page.goto(`${schoolApp.origin}/dashboard`)
    await page.getByText('No courses yet').waitFor()
    expect(reads.filter((path) => path === '/api/courses/v1/stu/courses')).toHaveLength(1)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${schoolApp.origin}/dashboard`)
    await page.waitForURL(/\/login/)
  })
})
