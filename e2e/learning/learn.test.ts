import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { deleteContent } from '#courses/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { updateSchool } from '#schools/contract.ts'
import { createTestCourse, storedPosition } from '#testing/builders/learning-builder.ts'
import { importFile } from '#uploads/index.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A video of 26 seconds. */
async function uploadVideo() {
  const { school, product } = schoolApp
  const owner = await school.teacher()
  const path = fileURLToPath(new URL('../../src/demo/media/codecraft-first-program.mp4', import.meta.url))
  return school.transact((ctx) => {
    const { storage, config } = product.app.services
    return importFile({ ...ctx, storage, config }, { path, purpose: 'course_video', owner_id: owner.id })
  })
}

const chapters = '<p>In this film:</p><ul><li>0:00 Leaving</li><li>0:10 Open water</li></ul>'

/**
 * A course with a text, a video, a locked text and another one. `counted` is the duration that the course stores.
 */
async function aCourse(counted = 26) {
  const video = await uploadVideo()
  const contents = [
    { title: 'Welcome', body: '<p>Read this first.</p>' },
    { title: 'The film', type: 'video', upload_id: video.id, duration_seconds: counted, body: chapters },
    { title: 'Later', is_locked: true },
    { title: 'The end', body: '<p>Goodbye.</p>' },
  ]
  const fixture = await createTestCourse(schoolApp.school, {
    course: { course_name: 'Harbour pilots' },
    contents,
  })
  const at = (index: number) => `/learn/${fixture.course.id}?topic=${fixture.contents[index]!.id}`
  return { ...fixture, at, video: fixture.contents[1]! }
}

type Course = Awaited<ReturnType<typeof createTestCourse>>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const topicOf = (page: Page) => new URL(page.url()).searchParams.get('topic')
const outline = (page: Page) => page.getByRole('complementary', { name: 'Course outline' })

/** Stored progress of a student in a content. */
async function storedProgress({ student, contents }: Course, index: number) {
  const row = await schoolApp.school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('content_progress')
      .where('school_id', '=', school_id)
      .where('user_id', '=', student.id)
      .where('content_id', '=', contents[index]!.id)
      .select(['watched', 'position_seconds', 'completed_at'])
      .executeTakeFirst(),
  )
  const ranges = Array.from(row?.watched.matchAll(/\[(\d+),(\d+)\)/g) ?? [])
  const seconds = ranges.reduce((sum, [, from, to]) => sum + Number(to) - Number(from), 0)
  return { seconds, position: row?.position_seconds ?? null, completed: Boolean(row?.completed_at) }
}

const time = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const paused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
/** Polling at every frame would make the page render sixty times per second. */
const seldom = { polling: 250 }
const ready = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA,
    undefined,
    seldom,
  )
const played = (page: Page, until: number) =>
  page.waitForFunction((end) => document.querySelector('video')!.currentTime >= end, until, seldom)

/** A loaded page focuses its heading: an earlier key press would be lost. */
async function arrived(page: Page, name: string) {
  await heading(page, name)
  await expect
    .poll(() => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent]))
    .toEqual(['H1', name])
}

test('a student uses the keyboard only, from the dashboard to the end of the course', async () => {
  const course = { course_name: 'Harbour pilots', end_of_course_content_message: '<p>You can steer now.</p>' }
  const read = { completion_rule: null, body: `<p>${'Read this first. '.repeat(20)}</p>` }
  const long = `<p>${'Read all of it. '.repeat(3_000)}</p>`
  const contents = [
    { ...read, title: 'Welcome' },
    { ...read, title: 'Charts', body: long },
    // One second of five is enough.
    { title: 'The end', completion_rule: 'read', completion_percentage: 1, body: '<p>Goodbye.</p>' },
  ]
  const fixture = await createTestCourse(schoolApp.school, { course, contents })
  const { page, complaints } = await openPage('/dashboard', fixture.student)
  const start = page.getByRole('link', { name: 'Start', exact: true })
  await start.waitFor()
  await tabTo(page, start)
  await page.keyboard.press('Enter')
  await arrived(page, 'Welcome')
  expect(topicOf(page)).toBe(fixture.contents[0]!.id)

  // Passing through completes nothing; reading does.
  await page.keyboard.press('n')
  await arrived(page, 'Charts')
  await page.keyboard.press('n')
  await arrived(page, 'The end')
  await page.getByRole('button', { name: /^Completed/ }).waitFor()
  expect(await storedProgress(fixture, 2)).toMatchObject({ completed: true })
  for (const index of [0, 1]) expect(await storedProgress(fixture, index)).toMatchObject({ completed: false })

  await page.getByRole('link', { name: /^2 lessons are left to complete the course Welcome/ }).waitFor()

  // A long text can be marked at its end only.
  const previous = page.getByRole('link', { name: /^Previous.*Charts/ })
  await tabTo(page, previous)
  await page.keyboard.press('Enter')
  await arrived(page, 'Charts')
  const mark = page.getByRole('button', { name: 'Mark as completed' })
  await page.getByText('Read to the end to mark this as completed').waitFor()
  await page.keyboard.press('End')
  await mark.waitFor()
  await tabTo(page, mark)
  await page.keyboard.press('Enter')
  await expect.poll(() => storedProgress(fixture, 1)).toMatchObject({ completed: true })
  await page.keyboard.press('p')
  await arrived(page, 'Welcome')
  await tabTo(page, mark)
  await page.keyboard.press('Enter')
  const end = page.getByRole('dialog', { name: 'You have completed the course' })
  await end.getByText('You can steer now.').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.keyboard.press('Escape')
  await end.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Course completed' }).waitFor()
  await page.getByRole('link', { name: /^Next lesson Charts/ }).waitFor()
  expect(
    (await storedPosition(schoolApp.school, fixture.course.id, fixture.student.id))?.completed_at,
  ).not.toBeNull()

  await page.goBack()
  await arrived(page, 'Charts')
  await page.goForward()
  await arrived(page, 'Welcome')
  const undo = page.getByRole('button', { name: 'Completed. Mark as not completed' })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  await expect.poll(() => storedProgress(fixture, 0)).toMatchObject({ completed: false })
  await page.keyboard.press('Enter')
  await expect.poll(() => storedProgress(fixture, 0)).toMatchObject({ completed: true })
  expect(complaints).toEqual([])
})

describe('a video', () => {
  test('has keyboard control; another device continues within five seconds of it; the last seconds count', async () => {
    const fixture = await aCourse()
    const { page } = await openPage(fixture.at(1), fixture.student)
    await ready(page)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const words of ['Play or pause', 'Back 10 seconds', 'Next lesson', 'Turn full screen on or off'])
      await list.getByText(words).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    // Space on a button presses the button.
    await page.getByRole('button', { name: 'Focus' }).focus()
    await page.keyboard.press(' ')
    await outline(page).waitFor({ state: 'hidden' })
    expect(await paused(page)).toBe(true)
    await page.keyboard.press('Escape')
    await outline(page).waitFor()

    await page.getByRole('heading', { level: 1 }).click()
    await usesControls(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('l')
    await page.keyboard.press('k')
    await played(page, 15.5)
    await expect.poll(async () => (await storedProgress(fixture, 1)).seconds).toBeGreaterThanOrEqual(2)
    const playedSeconds = await time(page)
    const second = await openPage(`/learn/${fixture.course.id}`, fixture.student)
    await ready(second.page)
    await expect.poll(() => time(second.page)).toBeGreaterThan(playedSeconds - 5)
    expect(await time(second.page)).toBeLessThanOrEqual(await time(page))

    await page.keyboard.press(' ')
    expect(await paused(page)).toBe(true)
    const stopped = await time(page)
    await expect.poll(async () => (await storedProgress(fixture, 1)).position).toBeCloseTo(stopped, 0)

    // A closing tab sends the seconds played since.
    const { seconds } = await storedProgress(fixture, 1)
    await page.keyboard.press(' ')
    await played(page, stopped + 3.5)
    await page.close({ runBeforeUnload: false })
    await expect
      .poll(async () => (await storedProgress(fixture, 1)).seconds)
      .toBeGreaterThanOrEqual(seconds + 2)
  })

  test('counts nothing for seeking, and completes at 90 %', async () => {
    const fixture = await aCourse(6)
    const { page, context } = await openPage(fixture.at(1), fixture.student)
    await ready(page)
    for (const key of ['l', 'l', 'j', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await time(page)).toBeCloseTo(10, 0)
    for (const key of ['l', 'ArrowRight', ' ']) await page.keyboard.press(key)
    await page.waitForFunction(() => document.querySelector('video')!.ended, undefined, seldom)
    // Only the part beyond the six seconds was played.
    await expect.poll(async () => (await storedProgress(fixture, 1)).position).toBeGreaterThan(25)
    expect(await storedProgress(fixture, 1)).toMatchObject({ seconds: 0, completed: false })

    // At the end the student reads what is missing, and starts there.
    const incomplete = page.getByRole('status').filter({ hasText: 'This lesson is not complete yet' })
    await incomplete.getByText('and 90% is needed').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await chooseSpeed(page, '2×')
    await incomplete.getByRole('button', { name: 'Play what you missed, from 0:00' }).click()
    await outline(page)
      .getByRole('link', { name: /^Completed The film/ })
      .waitFor({ timeout: 30_000 })
    expect((await storedProgress(fixture, 1)).completed).toBe(true)

    // The speed is stored per device.
    const stored = (await context.cookies()).find(({ name }) => name === 'ui_speed')
    expect(stored?.value).toBe('2')
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Speed: 2×' }).waitFor()
    expect(await page.evaluate(() => document.querySelector('video')!.playbackRate)).toBe(2)
  })
})

async function chooseSpeed(page: Page, speed: string) {
  await page.getByRole('button', { name: /^Speed/ }).click()
  await page.getByRole('menuitemradio', { name: speed }).click()
}

/** Digits, mute, chapters and the time line, by keyboard; ends at the start. */
async function usesControls(page: Page) {
  const timeline = page.getByRole('slider', { name: 'Position' })
  await timeline.waitFor()
  await page.keyboard.press('5')
  await expect.poll(() => time(page)).toBeCloseTo(13, 0)
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Unmute' }).waitFor()
  const list = page.getByRole('button', { name: 'Chapters' })
  await list.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /Open water/ }).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  for (const key of ['End', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => time(page)).toBeCloseTo(10, 0)
  await expect
    .poll(() => timeline.getAttribute('aria-valuetext'))
    .toBe('10 seconds of 26 seconds, Open water')
  await timeline.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => time(page)).toBeCloseTo(5, 0)
  await page.keyboard.press('Home')
  await expect.poll(() => time(page)).toBe(0)
}

/** The first reply is created before its opening is stored, and arrives after it. */
function answerOlderLast() {
  const [read, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { fetch } = globalThis
  globalThis.fetch = async (...call) => {
    const path = call[0] instanceof Request ? call[0].url : call[0].toString()
    if (path.endsWith('/progress')) await read.promise
    const answer = await fetch(...call)
    if (path.endsWith('/progress')) requestAnimationFrame(() => requestAnimationFrame(() => saved.resolve()))
    if (/v2\/player\/.*topic=/.test(path)) {
      read.resolve()
      await saved.promise
    }
    return answer
  }
}

test('without a connection progress waits: it is sent with the connection, also after a reload', async () => {
  const fixture = await createTestCourse(schoolApp.school, { contents: [{}, {}, {}] })
  const { page, context } = await openPage('/health/live', fixture.student, { alone: true })
  const slow = await context.addInitScript(answerOlderLast)
  await page.goto(schoolApp.at(`/learn/${fixture.course.id}`))
  const isDone = page.getByRole('button', { name: /^Completed/ })
  const mark = page.getByRole('button', { name: 'Mark as completed' })
  // The next content is loaded before the first one is stored as completed, and answered after it.
  await mark.click()
  await isDone.waitFor()
  await page.keyboard.press('n')
  await page.getByRole('link', { name: /^Previous/ }).waitFor()
  const ticks = outline(page).getByRole('img', { name: 'Completed', exact: true })
  await expect.poll(() => ticks.count()).toBe(2)
  await isDone.waitFor()
  await expect.poll(() => storedProgress(fixture, 1)).toMatchObject({ completed: true })
  await context.setOffline(true)
  await isDone.click()
  await mark.waitFor()
  await page.getByText('You are offline.').waitFor()
  expect(await storedProgress(fixture, 1)).toMatchObject({ completed: true })
  await context.setOffline(false)
  await expect.poll(() => storedProgress(fixture, 1)).toMatchObject({ completed: false })

  await context.setOffline(true)
  await mark.click()
  await isDone.waitFor()
  const keys = await page.evaluate(() => Object.keys(localStorage).sort())
  expect(keys).toEqual(['user_details', 'user_token', 'user_type'])
  // A content that cannot be loaded changes nothing on screen.
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await outline(page).waitFor()
  await heading(page, fixture.contents[2]!.title)
  await page.close()
  await slow.dispose()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(schoolApp.at('/dashboard'))
  await expect.poll(() => storedProgress(fixture, 1)).toMatchObject({ completed: true })
})

test('the home shows the next step first, the week and every course, also on a phone', async () => {
  const { school } = schoolApp
  const { student, contents } = await createTestCourse(school, {
    course: { course_name: 'Harbour pilots' },
    contents: [{ title: 'Welcome', completion_rule: 'marked' }, { title: 'Charts' }],
  })
  for (const course_name of ['Tides', 'Knots'])
    await school.enrol(student, await school.course({ course_name }))
  await school.enrol(student, await school.course({ course_name: 'Stars' }), { status: 'pending' })
  const admin = await school.admin()
  await admin.api(updateSchool, { id: school.school_id, shows_streak: true })
  await student.api(saveProgress, { content_id: contents[0]!.id, opened: true })
  const { page, complaints } = await openPage('/dashboard', student, { size: phoneViewport })
  const next = page.getByRole('link', { name: 'Continue', exact: true })
  const week = page.getByRole('region', { name: 'This week' })
  await week.getByText('Complete a lesson to start a streak').waitFor()
  const { y, height } = (await next.boundingBox())!
  expect(y + height).toBeLessThan(phoneViewport.height)
  const names = page.getByRole('main').getByRole('heading', { level: 3 })
  expect((await names.allTextContents()).toSorted()).toEqual(['Knots', 'Stars', 'Tides'])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])

  await student.api(saveProgress, { content_id: contents[0]!.id, completed: true })
  await page.reload()
  await week.getByText('1 lesson completed').waitFor()
  await week.getByText('1 week in a row').waitFor()
  expect(await week.getByRole('listitem').filter({ hasText: ': 1 lesson' }).count()).toBe(1)
  await admin.api(updateSchool, { id: school.school_id, shows_streak: false })
  await page.reload()
  await week.getByText('1 lesson completed').waitFor()
  expect(await week.getByText('in a row').count()).toBe(0)
  expect(complaints).toEqual([])
})

describe('the course around it', () => {
  test('shows locked, hidden, deleted and closed contents; on a phone the outline is a drawer', async () => {
    const fixture = await aCourse()
    const { page } = await openPage(fixture.at(2), fixture.student, { size: phoneViewport })
    await page.getByRole('heading', { name: 'This lesson is locked' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await page.goto(schoolApp.at(`/learn/${fixture.course.id}?topic=${fixture.course.id}`))
    const message = page.getByText('This lesson is no longer in the course.')
    await message.waitFor()
    await page.getByRole('link', { name: 'Go to first lesson' }).click()
    await heading(page, 'Welcome')

    await page.getByRole('button', { name: 'lesson 1 of 4' }).click()
    const drawer = page.getByRole('dialog', { name: 'Course outline' })
    await drawer.getByRole('link', { name: /The film/ }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await drawer.getByRole('link', { name: /The film/ }).click()
    await heading(page, 'The film')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'lesson 2 of 4' }).waitFor()
    expect(await horizontalOverflow(page)).toBe(0)

    // Locked contents are skipped; a content deleted while open is reported.
    await page.keyboard.press('n')
    await heading(page, 'The end')
    const undo = page.getByRole('button', { name: 'Completed. Mark as not completed' })
    await undo.waitFor()
    await fixture.teacher.api(deleteContent, { id: fixture.contents[3]!.id })
    await undo.click()
    await message.waitFor()
    await page.getByRole('link', { name: 'Go to first lesson' }).click()
    await heading(page, 'Welcome')
    expect(topicOf(page)).toBe(fixture.contents[0]!.id)

    await schoolApp.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set({ status: 'unapproved' })
        .where('school_id', '=', school_id)
        .where('user_id', '=', fixture.student.id)
        .execute(),
    )
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'You are not approved for this course' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
  })

  test('staff preview it as a student, and nothing is stored', async () => {
    const { course, teacher } = await createTestCourse(schoolApp.school, {
      contents: [{ title: 'Welcome' }, { title: 'Charts' }],
    })
    const { page } = await openPage(`/learn/${course.id}?creator_preview=true`, teacher)
    await heading(page, 'Welcome')
    await page.getByText('You see this course as an approved student does.').waitFor()
    expect(await page.getByRole('button', { name: /completed/i }).count()).toBe(0)
    await page.getByRole('link', { name: /^Next.*Charts/ }).click()
    await heading(page, 'Charts')
    expect(new URL(page.url()).searchParams.get('creator_preview')).toBe('true')
  })
})

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>) {
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there')
}
