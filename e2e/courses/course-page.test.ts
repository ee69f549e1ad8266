import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getCourseDetails, updateContent, updateCourse } from '#courses/contract.ts'
import { approveStudents, saveProgress } from '#learning/contract.ts'
import { createTestImage, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, closePage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** Checks for common faults at the width of a phone. */
async function expectSound(page: Page) {
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
}

const images = process.env.PICTURES
async function takeScreenshot(page: Page, name: string) {
  if (!images) return
  for (const [width, height] of [
    [360, 740],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${images}/${name}-${width}.png`, fullPage: true })
  }
}

describe('the page of a course', () => {
  test('a student reviews, staff reply, a visitor reads both', async () => {
    const { course, student, teacher, content } = await createTestCourse(schoolApp.school, {
      course: { course_name: 'Reading charts', short_description: 'Find your way by paper.' },
    })
    await student.api(saveProgress, { content_id: content.id, opened: true })
    const reader = await openPage(`/learn/${course.id}`, student)
    await reader.page.getByRole('button', { name: 'Review course' }).first().click()
    const dialog = reader.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose a rating from 1 to 5 stars.').waitFor()
    await dialog.getByRole('radio', { name: '4 out of 5 stars' }).press(' ')
    await dialog.getByLabel('Your review').fill('Clear and <b>kind</b>.')
    await takeScreenshot(reader.page, 'review-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await reader.page.getByRole('button', { name: 'Edit your review' }).first().waitFor()
    expect(reader.complaints).toEqual([])
    await closePage(reader)

    const staff = await openPage(`/manage/courses/${course.id}/feedback/reviews`, teacher)
    await staff.page.getByText('Clear and <b>kind</b>.').waitFor()
    await staff.page.getByRole('button', { name: 'Reply' }).click()
    await staff.page.getByLabel(/^Reply to/).fill('Thank you, sailor.')
    await staff.page.getByRole('button', { name: 'Save' }).click()
    await staff.page.getByText('Thank you, sailor.').waitFor()
    await takeScreenshot(staff.page, 'staff-reviews')
    await expectSound(staff.page)
    expect(staff.complaints).toEqual([])
    await closePage(staff)

    const visitor = await openPage(`/?selected_course_id=${course.id}`, null)
    const section = visitor.page.getByRole('region', { name: 'Student reviews' })
    await section.getByText('Clear and <b>kind</b>.').waitFor()
    await section.getByText('Thank you, sailor.').waitFor()
    await visitor.page.getByRole('link', { name: '1 review' }).waitFor()
    const data = JSON.parse((await visitor.page.locator('script[type="application/ld+json"]').textContent())!)
    expect(data.aggregateRating).toMatchObject({ ratingValue: 4, ratingCount: 1 })
    await takeScreenshot(visitor.page, 'landing')
    await expectSound(visitor.page)
    expect(visitor.complaints).toEqual([])
  })

  test('a visitor opens a free lesson from the outline, learns how to join, and returns', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)
    const { course, contents, teacher } = await createTestCourse(schoolApp.school, {
      course: {
        course_name: 'Reading tides',
        price: 12_000,
        course_unit: '3 units',
        course_start_date: new Date('2020-01-01'),
        course_end_date: new Date('2098-01-01T12:00:00Z'),
        course_reviews: JSON.stringify([{ name: 'Ada', rating: 5, review: 'Well explained.' }]),
      },
      contents: [{ title: `First ${long}`, body: `<p>Moon and sun. ${long}</p>` }, { title: 'Second' }],
    })
    await teacher.api(updateContent, { id: contents[0]!.id, is_free_preview: true })
    const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, null)
    await page.getByText(`By ${teacher.name}`).waitFor()
    await page
      .getByRole('region', { name: 'How to join' })
      .getByText(/tells you how to pay/)
      .waitFor()
    const quote = page.getByRole('region', { name: 'Testimonials' })
    expect(await quote.textContent()).toContain('Well explained.')
    const text = await page.getByRole('main').innerText()
    for (const hidden of ['★', '3 units', course.course_code!, 'Starts']) expect(text).not.toContain(hidden)
    await takeScreenshot(page, 'course')
    await expectSound(page)
    const bar = page.getByRole('link', { name: 'Join', exact: true })
    await bar.waitFor()

    await page.getByRole('link', { name: /^First/ }).click()
    await page.getByRole('heading', { level: 1, name: /^First/ }).waitFor()
    await page.getByText('Moon and sun.').waitFor()
    expect(await page.title()).toContain('Reading tides')
    await takeScreenshot(page, 'free-lesson')
    await expectSound(page)
    await page.getByRole('link', { name: 'See the whole course' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reading tides' }).waitFor()
    // The cache answers with neither page after the end of the course.
    for (const path of [
      `/?selected_course_id=${course.id}`,
      `/free-lesson/${course.id}/${contents[0]!.id}`,
    ]) {
      const { expires } = (await page.goto(schoolApp.at(path)))!.headers()
      expect(expires).toBe('Wed, 01 Jan 2098 12:00:00 GMT')
    }
    const answer = await page.goto(schoolApp.at(`/free-lesson/${course.id}/${contents[1]!.id}`))
    expect(answer!.status()).toBe(404)
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  })

  test('staff write how to pay, questions and a preview video, and visitors find them before they join', async () => {
    const { course, teacher } = await createTestCourse(schoolApp.school, {
      course: { course_name: 'Reading stars', price: 12_000 },
    })
    const admin = await openPage('/manage/settings', await schoolApp.school.admin())
    await admin.page
      .getByLabel('How students pay')
      .fill('Transfer to Harbour Bank.\nUse your name as reference.')
    const details = () => teacher.api(getCourseDetails, { id: course.id })
    await expect.poll(async () => (await details()).payment_instructions).toContain('Harbour Bank')
    await closePage(admin)

    const staff = await openPage(`/manage/courses/${course.id}/settings`, teacher)
    await staff.page.getByRole('button', { name: 'Add question' }).click()
    await staff.page.getByLabel('Question', { exact: true }).fill('Do I need a telescope?')
    await staff.page.getByLabel('Answer', { exact: true }).fill('No, your eyes are enough.')
    await staff.page.getByLabel('Link to a promotional video').fill('https://youtu.be/dQw4w9WgXcQ')
    const stored = async () => {
      const { course_questions, course_ads_video } = await details()
      return [course_questions.length, course_ads_video.includes('dQw4w9WgXcQ')]
    }
    await expect.poll(stored).toEqual([1, true])
    await closePage(staff)

    const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, null)
    const joining = page.getByRole('region', { name: 'How to join' })
    expect(await joining.innerText()).toContain('Transfer to Harbour Bank.\nUse your name as reference.')
    const card = page.getByRole('complementary', { name: 'Join this course' })
    expect(await card.getByRole('link', { name: 'Play video' }).getAttribute('href')).toContain('dQw4w9WgXcQ')
    // The answer opens without a script.
    const answer = page.getByText('No, your eyes are enough.')
    expect(await answer.isVisible()).toBe(false)
    await page.getByText('Do I need a telescope?').click()
    await answer.waitFor()
    const data = page.locator('script[type="application/ld+json"]')
    expect(JSON.parse((await data.nth(1).textContent())!)).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ name: 'Do I need a telescope?' }],
    })
    await takeScreenshot(page, 'questions')
    await expectSound(page)
    expect(complaints).toEqual([])
  })

  test('cards show the start of a course, also when cached, until it has started', async () => {
    const { school } = schoolApp
    const starts = (course_name: string, course_start_date: Date) =>
      school.course({ course_name, course_start_date })
    await starts('Autumn tides', new Date('2098-03-05T12:00:00Z'))
    await starts('Old tides', new Date('2020-03-05T12:00:00Z'))
    const { page, complaints } = await openPage('/', null, { size: phoneViewport, alone: true })
    const card = (name: string) => page.getByRole('article').filter({ hasText: name }).first()
    await card('Autumn tides').getByText('Starts Mar 5, 2098').waitFor()
    expect(await card('Old tides').textContent()).not.toContain('Starts')
    await takeScreenshot(page, 'start-date')
    await expectSound(page)
    await page.clock.setFixedTime(new Date('2098-03-06T12:00:00Z'))
    await page.reload()
    await card('Autumn tides').getByText('Starts Mar 5, 2098').waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })

  test('a visitor subscribes to the opening of a course, is notified, and unsubscribes', async () => {
    const { school, product } = schoolApp
    const admin = await school.admin()
    const course = await school.course({
      course_name: 'Night sailing',
      is_coming_soon: true,
      course_calendly_link: 'https://calendly.com/harbour/talk',
    })
    const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, null, {
      size: phoneViewport,
    })
    await page.getByLabel('Your e-mail').fill('zoe@example.test')
    await takeScreenshot(page, 'coming-soon')
    await expectSound(page)
    await page.getByRole('button', { name: 'Notify me when it opens' }).click()
    await page.getByText('We will notify you when the course opens.').first().waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(complaints).toEqual([])

    await admin.api(updateCourse, { id: course.id, is_coming_soon: false })
    await school.transact((ctx) =>
      ctx.enqueue({ name: 'notifyOpening' }, { course_id: course.id }, { job_key: `opening/${course.id}` }),
    )
    const link = () => product.mailbox.linkTo('zoe@example.test', '/unsubscribe')
    await expect.poll(link, { timeout: 15_000 }).toBeTruthy()
    const stop = new URL(link()!)
    await page.goto(`${schoolApp.origin}${stop.pathname}${stop.search}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page
      .getByText('You are unsubscribed. The school will not e-mail you when this course opens.')
      .waitFor()
    await takeScreenshot(page, 'unsubscribe')
    await expectSound(page)
  })

  test('an image is cropped before upload; an interrupted upload continues after a reload', async () => {
    const { course, teacher } = await createTestCourse(schoolApp.school)
    const { page } = await openPage(`/manage/courses/${course.id}/settings`, teacher)
    await page
      .locator('input[type="file"][accept^="image/"]')
      .first()
      .setInputFiles({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: await createTestImage({ width: 900, height: 500 }),
      })
    const dialog = page.getByRole('dialog', { name: 'Crop image' })
    await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
    await takeScreenshot(page, 'cropper')
    await dialog.getByRole('button', { name: 'Use this area' }).click()
    const stored = page.locator('img[src^="/media/public/"]').first()
    await stored.waitFor()
    const ratio = await stored.evaluate((img: HTMLImageElement) =>
      img.decode().then(() => img.naturalWidth / img.naturalHeight),
    )
    // The first image of the settings is the teacher's, which is square.
    expect(ratio).toBe(1)
    await takeScreenshot(page, 'settings')

    const video = join(mkdtempSync(join(tmpdir(), 'lyceum-film-')), 'harbour.mp4')
    writeFileSync(video, Buffer.concat([fileSignatures.mp4, Buffer.alloc(17_000_000, 7)]))
    const offsets: number[] = []
    let reloaded = false
    // The second part never succeeds before the reload.
    const chunk = ({ method, headers, socket }: IncomingMessage) => {
      if (method !== 'PATCH') return
      const offset = Number(headers['upload-offset'])
      offsets.push(offset)
      if (offset > 0 && !reloaded) socket.destroy()
    }
    const { server } = schoolApp.product.app.http
    server.prependListener('request', chunk)
    onTestFinished(() => void server.off('request', chunk))
    const choose = async () => {
      const field = page.locator('input[type="file"][accept^="video/"]')
      await field.setInputFiles(video)
    }
    await choose()
    await expect.poll(() => offsets.length).toBeGreaterThanOrEqual(2)
    await takeScreenshot(page, 'uploading')
    await page.reload()
    // Only now: a page that retries would send the rest before the reload.
    reloaded = true
    offsets.length = 0
    await choose()
    await page.locator('video[src^="/media/public/"]').waitFor({ timeout: 20_000 })
    expect(offsets[0]).toBeGreaterThanOrEqual(16_000_000)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus'))),
    ).toEqual([])
  })

  test('a student writes to the teacher at the end, who replies; the dashboard shows upcoming dates', async () => {
    const { school } = schoolApp
    const at = (days: number) => new Date(Date.now() + days * 86_400_000)
    const { course, student, teacher, content } = await createTestCourse(school, {
      course: {
        course_name: 'Knots',
        course_end_date: at(9),
        end_of_course_content_message: '<p>How was it?</p>',
      },
    })
    const running = await school.course({ course_name: 'Tides' })
    const soon = await school.content({ course_id: running.id, title: 'Spring tide', opens_at: at(2) })
    await school.content({
      course_id: running.id,
      lesson_id: soon.lesson_id,
      position: 1,
      title: 'Neap tide',
      published_at: new Date(),
    })
    await school.enrol(student, running, { last_opened_at: at(-1), student_approval_end_date: at(5) })
    await student.api(saveProgress, { content_id: content.id, opened: true })

    const reader = await openPage('/dashboard', student)
    await reader.page.getByRole('region', { name: 'Coming up' }).getByText('Spring tide').waitFor()
    await reader.page
      .getByRole('region', { name: 'New since your last visit' })
      .getByText('Neap tide')
      .waitFor()
    await takeScreenshot(reader.page, 'dashboard')
    await expectSound(reader.page)
    await reader.page.setViewportSize(desktopViewport)
    await reader.page.locator(`a[href^="/learn/${course.id}"]`).first().click()
    await reader.page.getByRole('button', { name: 'Course completed' }).click()
    const dialog = reader.page.getByRole('dialog')
    await dialog.getByLabel('Write to your teacher').fill('I can tie a bowline.')
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await dialog.getByText('I can tie a bowline.').last().waitFor()
    await takeScreenshot(reader.page, 'end-of-course')
    await closePage(reader)

    const staff = await openPage(`/manage/courses/${course.id}/feedback/messages`, teacher)
    await staff.page.getByRole('button', { name: /I can tie a bowline/ }).click()
    await staff.page.getByLabel(/^Your reply to/).fill('Well done.')
    await staff.page.getByRole('button', { name: 'Send reply' }).click()
    await staff.page.getByRole('listitem').getByText('Well done.').last().waitFor()
    await expect.poll(() => staff.page.getByText('Needs reply', { exact: true }).count()).toBe(0)
    await takeScreenshot(staff.page, 'messages')
    await expectSound(staff.page)
  })
  test('a withdrawn approval closes the open player and its video within 30 seconds', async () => {
    const { course, student, teacher } = await createTestCourse(schoolApp.school, {
      contents: [{ title: 'The anchor', body: '<p>Let it go slowly.</p>' }],
    })
    // The clock can be set before the app loads only.
    const { page } = await openPage('/health/live', student, { alone: true })
    await page.clock.install()
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/progress') && answer.ok())
    await page.goto(schoolApp.at(`/learn/${course.id}`))
    await page.getByText('Let it go slowly.').waitFor()
    // The page has reported its opening, so that only its own check detects the change.
    await opened
    await teacher.api(approveStudents, { course_id: course.id, student_ids: [student.id], approved: false })
    await page.clock.runFor(29_000)
    await page.getByText('You are not approved for this course').waitFor()
    expect(await page.getByText('Let it go slowly.').count()).toBe(0)
  })
})
