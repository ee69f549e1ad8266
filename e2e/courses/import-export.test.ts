import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { completeUpload } from '#uploads/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { fileSignatures, requestUploadLink } from '#testing/builders/files.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, closePage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A video in the storage of the product, which differs from that of the test app. */
async function uploadVideo(school: TestSchool, teacher: TestUser) {
  const bytes = fileSignatures.mp4
  const link = await requestUploadLink(teacher, bytes, { purpose: 'course_video', file_name: 'Knead.mp4' })
  const host = `${school.school_url}.localhost`
  const headers = { host, 'content-length': String(bytes.length) }
  const { http } = schoolApp.product.app
  await http.inject({
    method: 'PUT',
    url: link.url,
    headers: { ...headers, ...link.headers },
    payload: bytes,
  })
  const token = { host, 'x-access-token': teacher.token, ...webClientHeaders }
  const url = `/api${completeUpload.path.replace(':upload_id', link.upload_id)}`
  expect((await http.inject({ method: 'POST', url, headers: token })).statusCode).toBe(200)
  return link.upload_id
}

/** A course with a text and a video. */
async function aCourse(school: TestSchool, teacher: TestUser) {
  const course = await teacher.api(courses.createCourse, {
    course_name: 'Baking bread',
    course_isPublic: true,
  })
  const lesson = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Flour' })
  const upload_id = await uploadVideo(school, teacher)
  const add = (given: object) =>
    teacher.api(courses.createContent, {
      lesson_id: lesson.id,
      type: 'text',
      title: '',
      is_published: true,
      ...given,
    })
  await add({ title: 'Rye', body: '<p>Rye wants patience.</p>' })
  await add({ title: 'Kneading', type: 'video', upload_id })
  return course
}

const isSound = async (page: Page) => {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}
const takeScreenshot = async (page: Page, name: string) => {
  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true })
}

test('a course is exported from one school and learned in another, which refuses a damaged archive', async () => {
  const teacher = await schoolApp.school.teacher()
  const course = await aCourse(schoolApp.school, teacher)
  const builder = await openPage(schoolApp.at(`/manage/courses/${course.id}`), teacher)
  await builder.page.getByRole('button', { name: 'More actions' }).click()
  await builder.page.getByRole('menuitem', { name: 'Export' }).click()
  await builder.page.getByRole('button', { name: 'Export course' }).click()
  const download = builder.page.getByRole('link', { name: /^Download/ })
  await download.waitFor()
  await takeScreenshot(builder.page, 'copies')
  const [fetched] = await Promise.all([builder.page.waitForEvent('download'), download.click()])
  expect(fetched.suggestedFilename()).toBe('Baking bread.zip')
  const archive = join(tmpdir(), `${course.id}.zip`)
  await fetched.saveAs(archive)
  await closePage(builder)

  const other = await createTestSchool({ school_url: `there-${Date.now().toString(36)}` })
  const admin = await other.admin()
  const at = (path: string) => schoolApp.at(path).replace(schoolApp.school.school_url, other.school_url)
  const there = await openPage(at('/manage/courses/new'), admin, { size: phoneViewport })
  await there.page.getByRole('link', { name: /Import an archive/ }).click()
  await there.page.getByRole('switch', { name: 'Keep the course’s visibility' }).check()
  await takeScreenshot(there.page, 'import')
  // An invalid archive is reported, and creates nothing.
  const damaged = join(tmpdir(), `damaged-${course.id}.zip`)
  writeFileSync(damaged, `PK\x03\x04${'no archive '.repeat(50)}`)
  await there.page.locator('input[type=file]').setInputFiles(damaged)
  await there.page.getByText('The archive is damaged or is not a ZIP file.').waitFor({ timeout: 20_000 })
  await isSound(there.page)
  expect((await admin.api(courses.listCourses, {})).data).toEqual([])
  await there.page.getByRole('button', { name: 'Try another archive' }).click()
  await there.page.getByRole('switch', { name: 'Keep the course’s visibility' }).waitFor()
  await there.page.locator('input[type=file]').setInputFiles(archive)
  await there.page.getByRole('link', { name: 'Open course' }).click({ timeout: 20_000 })
  await there.page.getByRole('button', { name: /^Text Rye/ }).waitFor()

  const id = new URL(there.page.url()).pathname.split('/')[3]!
  const student = await other.student()
  await other.enrol(student, { id })
  const learning = await openPage(at(`/learn/${id}`), student)
  await learning.page.getByText('Rye wants patience.').waitFor()

  // The imported course is searchable once a job has indexed it.
  const field = learning.page.getByRole('searchbox', { name: 'Search this course' })
  const link = learning.page.getByRole('link', { name: /Rye wants patience/ })
  await expect
    .poll(
      async () => {
        await field.fill('')
        await field.fill('patien')
        await learning.page.waitForTimeout(600)
        return link.count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await takeScreenshot(learning.page, 'search')
  await link.click()
  await expect.poll(() => learning.page.evaluate(() => CSS.highlights.has('ly-found'))).toBe(true)
  expect(new URL(learning.page.url()).searchParams.has('find')).toBe(false)
  await isSound(learning.page)
  // A search without results offers its words one by one.
  await field.fill('patience bicycle')
  await learning.page.getByText('No results for “patience bicycle”').waitFor()
  await isSound(learning.page)
  await learning.page.getByRole('button', { name: 'patience' }).click()
  await link.waitFor()
  expect(learning.complaints).toEqual([])

  await learning.page.goto(at(`/learn/${newId()}`))
  await learning.page.getByRole('heading', { name: 'Course not found', level: 2 }).waitFor()
  await isSound(learning.page)
  await there.page.goto(at(`/manage/courses/${newId()}`))
  await there.page.getByRole('heading', { name: 'Course not found', level: 2 }).waitFor()
  await isSound(there.page)
})

test('lessons are changed in bulk on a phone; the course is duplicated and recreated from a template', async () => {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await aCourse(schoolApp.school, teacher)
  await schoolApp.school.course({
    created_by: teacher.id,
    course_name: 'Evening class',
    mirror_course_id: course.id,
  })
  const { page, complaints } = await openPage(schoolApp.at(`/manage/courses/${course.id}`), teacher, {
    size: phoneViewport,
  })
  await page.getByText('1 other course shows these lessons').waitFor()
  await page.getByRole('link', { name: 'Evening class' }).waitFor()
  await page.getByRole('button', { name: 'Select lessons' }).click()
  await page.getByRole('checkbox', { name: 'Select Rye' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Select Kneading' }).check()
  await page.getByText('2 selected').waitFor()
  await isSound(page)
  await takeScreenshot(page, 'select')
  const contents = async () => {
    const { lessons } = await teacher.api(courses.getCourseContents, { id: course.id })
    return lessons.flatMap((lesson) => lesson.contents)
  }
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.poll(async () => (await contents()).map((one) => one.is_locked)).toEqual([true, true])
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(async () => (await contents()).map((one) => one.is_published)).toEqual([false, false])
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect.poll(async () => (await contents()).length).toBe(4)
  // "All" means what is displayed, so the copies must be displayed first.
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select / }).count()).toBe(5)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Select lessons' }).waitFor()
  expect(await contents()).toHaveLength(4)

  await page.setViewportSize(desktopViewport)
  // The earlier address opens the page in the settings, and leaves no entry of its own in the history.
  const entries = await page.evaluate(() => history.length)
  await page.goto(
    page.url().replace(/\/manage\/courses\/([0-9a-f-]{36}).*/, '/manage/courses/$1/copies#duplicate'),
  )
  await page.waitForURL(/\/settings\/copies#duplicate$/)
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
  await page.getByRole('link', { name: 'Copy and export' }).and(page.locator('[aria-current=page]')).waitFor()
  await page.getByRole('button', { name: 'Duplicate course' }).click()
  await page.getByRole('heading', { name: 'Copy of Baking bread' }).waitFor()
  await page
    .getByRole('button', { name: /^Text Rye/ })
    .first()
    .waitFor()

  const parts = page.getByRole('navigation', { name: 'Course navigation' })
  await parts.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Copy and export' }).click()
  await page.getByLabel('Template name').fill('Every bread')
  await page.getByRole('button', { name: 'Save as template' }).click()
  await page.getByRole('link', { name: /View template/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Every bread' })
  await dialog.getByText('Kneading').first().waitFor()
  await takeScreenshot(page, 'template-own')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Ready-made' }).click()
  await page.getByRole('button', { name: 'View Weekend workshop' }).waitFor()
  await takeScreenshot(page, 'gallery')
  await page.getByRole('button', { name: 'View Weekend workshop' }).click()
  const ready = page.getByRole('dialog', { name: 'Weekend workshop' })
  await ready.getByLabel('Name of the new course').fill('Sourdough weekend')
  await ready.getByLabel('First day').fill('2030-06-01T09:00')
  await isSound(page)
  await takeScreenshot(page, 'preview')
  await ready.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { name: 'Sourdough weekend' }).waitFor()
  const id = new URL(page.url()).pathname.split('/')[3]!
  const made = await teacher.api(courses.getCourseDetails, { id })
  expect(made.course_start_date).toBe('2030-06-01T08:00:00.000Z')
  expect(String(made.course_end_date)).toContain('2030-06-15')
  expect(made.course_description).toContain('led by Ada Obi')
  expect(complaints).toEqual([])
})
