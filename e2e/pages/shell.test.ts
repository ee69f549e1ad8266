import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createTestImage } from '#testing/builders/files.ts'
import { openPage, schoolApp, setUpSchoolApp, waitForHydration } from '../harness/open-page.ts'

setUpSchoolApp()

test('a closed section of the menu stays closed in this browser', async () => {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const { page } = await openPage('/manage', teacher)
  const menu = page.getByRole('navigation').first()
  const section = menu.getByRole('button', { name: 'Teach' })
  const link = menu.getByRole('link', { name: 'Courses' })
  await link.waitFor()
  await section.click()
  await expect.poll(() => link.count()).toBe(0)
  await page.reload()
  await menu.getByRole('link', { name: 'Students' }).waitFor()
  expect(await section.getAttribute('aria-expanded')).toBe('false')
  expect(await link.count()).toBe(0)
  await section.click()
  await link.waitFor()
})

test('the outline of the player scrolls in itself, and the title of a late lesson stays visible', async () => {
  const teacher = await schoolApp.school.teacher()
  const course = await teacher.api(courses.createCourse, { course_name: 'Baking', course_isPublic: true })
  const section = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Bread' })
  let last = ''
  for (let number = 1; number <= 30; number++)
    last = (
      await teacher.api(courses.createContent, {
        lesson_id: section.id,
        type: 'text',
        title: `Step ${number}`,
        body: '<p>Knead.</p>',
        is_published: true,
      })
    ).id
  const student = await schoolApp.school.student()
  await schoolApp.school.enrol(student, course)
  const { page } = await openPage(`/learn/${course.id}?topic=${last}`, student)
  const current = page.locator('[data-scroll-area] [aria-current=page]')
  await current.waitFor()
  await expect
    .poll(() => page.locator('[data-scroll-area]').evaluate((area) => area.scrollTop))
    .toBeGreaterThan(0)
  const { top, bottom } = await current.evaluate((link) => link.getBoundingClientRect())
  const title = await page
    .getByRole('heading', { level: 1 })
    .evaluate((one) => one.getBoundingClientRect().top)
  const { scrolled, height } = await page.evaluate(() => ({ scrolled: scrollY, height: innerHeight }))
  expect(scrolled).toBe(0)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(height)
  expect(title).toBeGreaterThanOrEqual(0)
})

/** Runs in the page: the ring around an element is within every ancestor that cuts off what is outside. */
function isRingWhole(element: Element) {
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
  const ring = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset)
  if (ring <= 0) return false
  const box = element.getBoundingClientRect()
  for (
    let parent = element.parentElement;
    parent && parent !== document.body;
    parent = parent.parentElement
  ) {
    if (getComputedStyle(parent).overflowX === 'visible') continue
    const area = parent.getBoundingClientRect()
    if (box.left - ring < area.left || box.right + ring > area.right || box.top - ring < area.top)
      return false
  }
  return true
}

test('the focus ring of the lesson editor is not cut off', async () => {
  const teacher = await schoolApp.school.teacher()
  const course = await teacher.api(courses.createCourse, { course_name: 'Baking', course_isPublic: true })
  const section = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Bread' })
  const lesson = await teacher.api(courses.createContent, {
    lesson_id: section.id,
    type: 'text',
    title: 'Dough',
  })
  const { page } = await openPage(`/manage/courses/${course.id}?topic=${lesson.id}`, teacher)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  const editor = page.locator('.mantine-RichTextEditor-root')
  expect(await editor.evaluate(isRingWhole)).toBe(true)
})

test('a new logo appears in the header at once', async () => {
  const admin = await schoolApp.school.admin()
  const { page } = await openPage('/manage/settings/brand', admin)
  await waitForHydration(page)
  const logo = page.getByRole('banner').locator('img[src*="/media/public/"]')
  expect(await logo.count()).toBe(0)
  const image = await createTestImage({ width: 256, height: 256 })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: image })
  const crop = page.getByRole('button', { name: 'Use this area' })
  const uploaded = logo.first().waitFor()
  await Promise.race([crop.waitFor(), uploaded])
  if (await crop.isVisible()) await crop.click()
  await uploaded
  expect(await logo.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
})
