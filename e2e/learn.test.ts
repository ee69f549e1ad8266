import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCourseToLearn, storedPlace } from '#testing/learning-stories.ts'
import { importFile } from '#uploads/index.ts'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { phone } from './browser.ts'
import { browse, pages, visitSchool } from './visits.ts'

visitSchool()

/** A film of 26 seconds. */
async function aFilm() {
  const { school, product } = pages
  const owner = await school.teacher()
  const path = fileURLToPath(new URL('../src/demo/media/codecraft-first-program.mp4', import.meta.url))
  return school.inside((ctx) => {
    const { storage, config } = product.app.services
    return importFile({ ...ctx, storage, config }, { path, purpose: 'course_video', owner_id: owner.id })
  })
}

/** A course with a text, a film, a locked text and another one. `counted` seconds of the film are the course's. */
async function aCourse(counted = 26) {
  const film = await aFilm()
  const contents = [
    { title: 'Welcome', body: '<p>Read this first.</p>' },
    { title: 'The film', type: 'video', upload_id: film.id, duration_seconds: counted, body: '' },
    { title: 'Later', is_locked: true },
    { title: 'The end', body: '<p>Goodbye.</p>' },
  ]
  const given = { course_name: 'Harbour pilots', end_of_course_content_message: '<p>You can steer now.</p>' }
  const story = await aCourseToLearn(pages.school, { course: given, contents })
  const at = (index: number) => `/learn/${story.course.id}?topic=${story.contents[index]!.id}`
  return { ...story, at, film: story.contents[1]! }
}

type Course = Awaited<ReturnType<typeof aCourse>>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const topicOf = (page: Page) => new URL(page.url()).searchParams.get('topic')
const outline = (page: Page) => page.getByRole('complementary', { name: 'Contents of the course' })

/** What the server knows of a student in a content. */
async function known({ student, contents }: Course, index: number) {
  const row = await pages.school.inside(({ tx, school_id }) =>
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
const ready = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA,
  )

describe('the student’s way by keyboard alone', () => {
  test('from the dashboard to the end of the course', async () => {
    const story = await aCourse()
    const { page, complaints } = await browse('/dashboard', story.student)
    const start = page.getByRole('link', { name: 'Start', exact: true })
    await start.waitFor()
    await tabTo(page, start)
    await page.keyboard.press('Enter')
    await heading(page, 'Welcome')
    expect(topicOf(page)).toBe(story.contents[0]!.id)
    await page.getByRole('button', { name: /^Done/ }).waitFor()

    const next = page.getByRole('link', { name: /^Next.*The film/ })
    await tabTo(page, next)
    await page.keyboard.press('Enter')
    await heading(page, 'The film')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.keyboard.press('n')
    await heading(page, 'The end')
    await expect.poll(() => known(story, 3)).toMatchObject({ completed: true })

    await page.goBack()
    await heading(page, 'The film')
    await page.goBack()
    await heading(page, 'Welcome')
    const undo = page.getByRole('button', { name: 'Done. Mark as not done' })
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: false })
    await page.keyboard.press('Enter')
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: true })
    expect(complaints).toEqual([])
  })

  test('the keys of the player are listed under ?, and space on a button presses the button', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(1), story.student)
    await ready(page)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const words of ['Play or pause', 'Ten seconds back', 'Next content', 'Full screen on or off'])
      await list.getByText(words).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Focus' }).focus()
    await page.keyboard.press(' ')
    await outline(page).waitFor({ state: 'hidden' })
    expect(await paused(page)).toBe(true)
    await page.keyboard.press('Escape')
    await outline(page).waitFor()
  })
})

describe('a film', () => {
  test('counts what plays, and another device goes on within five seconds of it', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(1), story.student)
    await ready(page)
    await page.keyboard.press(' ')
    await page.waitForFunction(() => document.querySelector('video')!.currentTime >= 7)
    await expect.poll(async () => (await known(story, 1)).seconds).toBeGreaterThanOrEqual(4)
    const here = await time(page)

    const elsewhere = await browse(`/learn/${story.course.id}`, story.student)
    await ready(elsewhere.page)
    await expect.poll(async () => Math.abs((await time(elsewhere.page)) - here)).toBeLessThan(5)

    await page.keyboard.press(' ')
    expect(await paused(page)).toBe(true)
    const stopped = await time(page)
    await expect.poll(async () => (await known(story, 1)).position).toBeCloseTo(stopped, 0)
  })

  test('adds nothing for jumping, and ticks itself when nine tenths were played', async () => {
    const story = await aCourse(12)
    const { page } = await browse(story.at(1), story.student)
    await ready(page)
    for (const key of ['l', 'l', 'j', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await time(page)).toBeCloseTo(10, 0)
    await page.keyboard.press('l')
    await page.keyboard.press(' ')
    await page.waitForFunction(() => document.querySelector('video')!.ended)
    // Only what lay beyond the twelve seconds was played.
    await expect.poll(async () => (await known(story, 1)).position).toBeGreaterThan(25)
    expect(await known(story, 1)).toMatchObject({ seconds: 0, completed: false })

    await page.getByLabel('Speed').selectOption('2')
    await page.evaluate(() => {
      document.querySelector('video')!.currentTime = 0
    })
    await page.keyboard.press(' ')
    await outline(page)
      .getByRole('link', { name: /^Done The film/ })
      .waitFor({ timeout: 30_000 })
    expect((await known(story, 1)).completed).toBe(true)

    const later = await browse(story.at(1), story.student)
    await ready(later.page)
    expect(await later.page.getByLabel('Speed').inputValue()).toBe('1')
    await page.reload()
    await ready(page)
    expect(await page.getByLabel('Speed').inputValue()).toBe('2')
    expect(await page.evaluate(() => document.querySelector('video')!.playbackRate)).toBe(2)
  })

  test('in a tab that is closed keeps its last seconds', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(1), story.student)
    await ready(page)
    await page.keyboard.press(' ')
    await page.waitForFunction(() => document.querySelector('video')!.currentTime >= 2.5)
    await page.close({ runBeforeUnload: false })
    await expect.poll(async () => (await known(story, 1)).seconds).toBeGreaterThanOrEqual(2)
  })
})

describe('without a connection', () => {
  test('what is done waits, and leaves when the line is back', async () => {
    const story = await aCourse()
    const { page, context } = await browse(story.at(0), story.student)
    await page.getByRole('button', { name: /^Done/ }).waitFor()
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: true })
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Done/ }).click()
    await page.getByRole('button', { name: 'Mark as done' }).waitFor()
    await page.getByText('You are offline.').waitFor()
    expect(await known(story, 0)).toMatchObject({ completed: true })
    await context.setOffline(false)
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: false })
  })

  test('it outlives the page, and nothing of it is in local storage', async () => {
    const story = await aCourse()
    const { page, context } = await browse(story.at(0), story.student)
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: true })
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Done/ }).click()
    await page.getByRole('button', { name: 'Mark as done' }).waitFor()
    const keys = await page.evaluate(() => Object.keys(localStorage).sort())
    expect(keys).toEqual(['user_details', 'user_token', 'user_type'])
    await page.close()
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(pages.at('/dashboard'))
    await expect.poll(() => known(story, 0)).toMatchObject({ completed: false })
  })
})

describe('the course around it', () => {
  test('ends with what the teacher says there', async () => {
    const story = await aCourse()
    const { student, contents, course } = story
    await pages.school.inside(({ tx, school_id }) =>
      tx
        .updateTable('contents')
        .set({ is_published: false })
        .where('school_id', '=', school_id)
        .where('id', 'in', [contents[1]!.id, contents[2]!.id])
        .execute(),
    )
    const { page } = await browse(story.at(0), student)
    await heading(page, 'Welcome')
    await page.keyboard.press('n')
    const end = page.getByRole('dialog', { name: 'You have completed the course' })
    await end.getByText('You can steer now.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await end.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Course completed' }).waitFor()
    expect((await storedPlace(pages.school, course.id, student.id))?.completed_at).not.toBeNull()
  })

  test('closes when the approval is withdrawn while the page is open', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(0), story.student)
    await heading(page, 'Welcome')
    await pages.school.inside(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set({ status: 'unapproved' })
        .where('school_id', '=', school_id)
        .where('user_id', '=', story.student.id)
        .execute(),
    )
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Your approval was withdrawn' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('shows a locked content as locked, and a content that is gone as gone', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(2), story.student)
    await page.getByRole('heading', { name: 'This content is locked' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.goto(pages.at(`/learn/${story.course.id}?topic=${story.course.id}`))
    await page.getByText('This content is not in the course any more.').waitFor()
    await page.getByRole('link', { name: 'To the first content' }).click()
    await heading(page, 'Welcome')
  })

  test('on a phone the outline is a drawer, and the bar says where one is', async () => {
    const story = await aCourse()
    const { page } = await browse(story.at(0), story.student, { size: phone })
    await heading(page, 'Welcome')
    await page.getByRole('button', { name: 'now at 1 of 4' }).click()
    const drawer = page.getByRole('dialog', { name: 'Contents of the course' })
    await drawer.getByRole('link', { name: /The film/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await drawer.getByRole('link', { name: /The film/ }).click()
    await heading(page, 'The film')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'now at 2 of 4' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('staff preview it as a student sees it, and nothing is counted', async () => {
    const story = await aCourse()
    const { page } = await browse(`/learn/${story.course.id}?creator_preview=true`, story.teacher)
    await heading(page, 'Welcome')
    await page.getByText('You see this course as an approved student sees it.').waitFor()
    expect(await page.getByRole('button', { name: /done/i }).count()).toBe(0)
    await page.getByRole('link', { name: /^Next.*The film/ }).click()
    await heading(page, 'The film')
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
