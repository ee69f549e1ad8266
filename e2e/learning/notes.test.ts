import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import * as contract from '#notes/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { importFile } from '#uploads/index.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, closePage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const lesson = `<h2>Going aboard</h2><p>A harbour pilot steers large ships. The pilot boards by a <em>rope</em> ladder.</p>
<p>The ladder hangs at the side. A ladder must be dry. Ẹ káàárọ̀, ọmọ ilé-ẹ̀kọ́.</p>`

async function aStory() {
  const { school, product } = schoolApp
  const owner = await school.teacher()
  const path = fileURLToPath(new URL('../../src/demo/media/codecraft-first-program.mp4', import.meta.url))
  const video = await school.transact((ctx) => {
    const { storage, config } = product.app.services
    return importFile({ ...ctx, storage, config }, { path, purpose: 'course_video', owner_id: owner.id })
  })
  const contents = [
    { title: 'The film', type: 'video', upload_id: video.id, duration_seconds: 26, body: '' },
    { title: 'Ladders', body: lesson },
  ]
  const fixture = await createTestCourse(school, { course: { course_name: 'Harbour pilots' }, contents })
  const at = (index: number) => `/learn/${fixture.course.id}?topic=${fixture.contents[index]!.id}`
  return { ...fixture, video: fixture.contents[0]!, text: fixture.contents[1]!, at }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const time = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const ready = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_METADATA,
    undefined,
    { polling: 100 },
  )
const panel = (page: Page) => page.getByRole('complementary', { name: 'Notes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your note' })

/** Selects words on the page, like a finger or a mouse. */
async function markWords(page: Page, from: string, to: string) {
  await page.evaluate(
    ([first, last]) => {
      const walker = document.createTreeWalker(
        document.querySelector('main') ?? document.body,
        NodeFilter.SHOW_TEXT,
      )
      const range = document.createRange()
      let begun = false
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        if (!begun && node.data.includes(first!)) {
          range.setStart(node, node.data.indexOf(first!))
          begun = true
        }
        if (begun && node.data.includes(last!)) {
          range.setEnd(node, node.data.indexOf(last!) + last!.length)
          break
        }
      }
      getSelection()!.removeAllRanges()
      getSelection()!.addRange(range)
    },
    [from, to],
  )
}

/** Texts of the highlighted passages. */
const coloured = (page: Page) =>
  page.evaluate(() =>
    Array.from(CSS.highlights.get('ly-noted') ?? [], (range) => (range as Range).toString()),
  )

const stored = async (person: TestUser) => (await person.api(contract.listNotes, {})).data

describe('a student’s notes', () => {
  test('on a second and on a passage link back to both, and survive the teacher’s edit', async () => {
    const { student, teacher, text, at } = await aStory()
    const { page, complaints } = await openPage(at(0), student)
    await ready(page)
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await page.evaluate(() => {
      document.querySelector('video')!.currentTime = 7
    })
    await panel(page).getByRole('button', { name: 'Note at 0:07' }).click()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await panel(page).getByText('No notes yet').waitFor()
    await panel(page).getByRole('button', { name: 'Note at 0:07' }).click()
    await field(page).fill('Mind the gap')
    await expect.poll(() => stored(student)).toMatchObject([{ note: '<p>Mind the gap</p>', at_seconds: 7 }])
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await page.evaluate(() => {
      document.querySelector('video')!.currentTime = 20
    })
    await panel(page).getByRole('button', { name: 'Go to 0:07' }).click()
    await expect.poll(() => time(page)).toBeCloseTo(7, 0)
    expect(await accessibilityIssues(page)).toEqual([])

    await page.keyboard.press('n')
    await heading(page, 'Ladders')
    await page.getByText('must be dry').waitFor()
    await markWords(page, 'boards by', 'ladder')
    await page.getByRole('button', { name: 'Add note', exact: true }).click()
    // A quoted passage is stored before anything is written.
    await expect
      .poll(() => stored(student).then(([note]) => note?.quote?.exact))
      .toBe('boards by a rope ladder')
    await field(page).fill('Of rope, not steel')
    await expect.poll(() => stored(student).then(([note]) => note!.note)).toBe('<p>Of rope, not steel</p>')
    await panel(page).getByRole('button', { name: 'Done' }).click()
    expect(await coloured(page)).toEqual(['boards by a rope ladder'])
    await markWords(page, 'must be dry', 'must be dry')
    await page.keyboard.press('a')
    await field(page).fill('Gone tomorrow')
    await expect.poll(() => stored(student).then((notes) => notes[0]!.note)).toBe('<p>Gone tomorrow</p>')

    const [lost] = await stored(student)
    const body = lesson
      .replace('<h2>Going aboard</h2>', '<h2>By rope ladder</h2><p>Read this first. A pilot needs hands.</p>')
      .replace('A ladder must be dry. ', '')
    await teacher.api(courses.updateContent, { id: text.id, body })
    await teacher.api(courses.publishContent, { id: text.id, audience: 'everybody' })
    await expect(teacher.api(contract.listNotes, { content_id: text.id })).resolves.toMatchObject({
      data: [],
    })
    await page.reload()
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await panel(page).getByRole('heading', { name: 'No longer in the text' }).waitFor()
    expect(await coloured(page)).toEqual(['boards by a rope ladder'])
    await panel(page).getByText('must be dry').waitFor()
    await panel(page)
      .getByRole('button', { name: /Show in text.*boards by/ })
      .click()
    expect(lost!.quote!.exact).toBe('must be dry')
    await panel(page).getByRole('button', { name: 'Close notes' }).click()
    await page.locator('em', { hasText: 'rope' }).click()
    await panel(page).locator('[data-current]').getByText('Of rope, not steel').waitFor()
    expect(complaints).toEqual([])
  })
})

test('wraps highlights in a browser without the Highlight API, and the text keeps its elements', async () => {
  const { student, text, course } = await aStory()
  const quote = { exact: 'pilot boards by a rope ladder', prefix: 'ships. The ', suffix: '. The', start: 50 }
  const target = { course_id: course.id, content_id: text.id, note: '<p>First</p>' }
  await student.api(contract.createNote, { ...target, quote })
  const { page, context } = await openPage('/health/live', student)
  await using _script = await context.addInitScript(() => void Reflect.deleteProperty(window, 'Highlight'))
  await page.goto(schoolApp.at(`/learn/${course.id}?topic=${text.id}`))
  const marks = page.locator('mark.ly-noted')
  await marks.first().waitFor()
  expect(await marks.allTextContents()).toEqual(['pilot boards by a ', 'rope', ' ladder'])
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: /Show in text/ }).click()
  await page.locator('mark.ly-noted-now').first().waitFor()
  expect(await marks.count()).toBe(0)
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await page.locator('mark').first().waitFor({ state: 'detached' })
  expect(await page.locator('em', { hasText: 'rope' }).evaluate((em) => em.parentElement!.innerHTML)).toBe(
    'A harbour pilot steers large ships. The pilot boards by a <em>rope</em> ladder.',
  )
})

describe('a page of all notes', () => {
  test('finds and exports them, and links to their second; they stay when access ends', async () => {
    const { student, video, course, text } = await aStory()
    const target = { course_id: course.id, note: '' }
    await student.api(contract.createNote, {
      ...target,
      content_id: video.id,
      at_seconds: 9,
      note: '<p>Ẹ̀kọ́ one</p>',
    })
    await student.api(contract.createNote, { ...target, content_id: text.id, note: '<p>Something else</p>' })
    const { page, complaints } = await openPage('/notes', student)
    await page.getByText('Something else').waitFor()
    await page.getByRole('searchbox', { name: 'Search your notes' }).fill('eko')
    await page.getByText('Something else').waitFor({ state: 'detached' })
    await page.getByText('Ẹ̀kọ́ one').waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Markdown' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('notes.md')
    const saved = readFileSync(await download.path(), 'utf8')
    for (const part of ['## Harbour pilots', '**0:09**', 'Ẹ̀kọ́ one', 'Something else'])
      expect(saved).toContain(part)

    await page.getByRole('link', { name: /Go to lesson.*The film/ }).click()
    await heading(page, 'The film')
    await expect.poll(() => time(page)).toBeCloseTo(9, 0)
    await panel(page).getByText('Ẹ̀kọ́ one').waitFor()
    expect(new URL(page.url()).searchParams.get('note')).toBeNull()

    await schoolApp.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set({ status: 'unapproved' })
        .where('school_id', '=', school_id)
        .where('user_id', '=', student.id)
        .execute(),
    )
    await page.goto(schoolApp.at('/notes'))
    await page.getByText('You cannot open this lesson now').first().waitFor()
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByText('Something else').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Something else').waitFor()
    expect(await stored(student)).toHaveLength(2)
    expect(complaints).toEqual([])
  })

  test('on a phone and by keyboard: a note beside a video, and a conflict with another device', async () => {
    const { student, at } = await aStory()
    const { page } = await openPage(at(0), student, { size: phoneViewport })
    await ready(page)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('l')
    await expect.poll(() => time(page)).toBeCloseTo(10, 0)
    await page.keyboard.press('a')
    const sheet = page.getByRole('dialog', { name: 'Notes' })
    await sheet.getByText('0:10').first().waitFor()
    await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('From my phone')
    await expect.poll(() => stored(student)).toMatchObject([{ note: '<p>From my phone</p>', at_seconds: 10 }])
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await accessibilityIssues(page)).toEqual([])

    const [note] = await stored(student)
    const change = { id: note!.id, note: '<p>From my desk</p>', updated_at: String(note!.updated_at) }
    await student.api(contract.updateNote, change)
    await page.keyboard.type(', again')
    const alert = sheet.getByRole('alert')
    await alert.getByText('From my desk').waitFor()
    expect(await stored(student)).toMatchObject([{ note: '<p>From my desk</p>' }])
    await alert.getByRole('button', { name: 'Keep this version' }).click()
    await expect.poll(() => stored(student)).toMatchObject([{ note: '<p>From my phone, again</p>' }])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  })
})

describe('captions', () => {
  const srt =
    '1\n00:00:02,000 --> 00:00:04,000\nWelcome aboard\n\n2\n00:00:12,500 --> 00:00:15,000\n<b>Élèves</b>, print hello\n'

  test('are added by a teacher; a student searches the transcript and seeks by it', async () => {
    const { student, teacher, course, video, at } = await aStory()
    const builder = await openPage(`/manage/courses/${course.id}?topic=${video.id}`, teacher)
    const choose = builder.page.locator('input[type="file"][accept=".vtt,.srt"]')
    await builder.page.getByRole('heading', { name: 'Captions' }).waitFor()
    await builder.page.getByRole('combobox', { name: 'Language' }).fill('Fren')
    await builder.page.getByRole('option', { name: 'French' }).click()
    expect(await builder.page.getByLabel('Name in player').inputValue()).toBe('Français')
    const broken = 'WEBVTT\n\n00:01.000 --> soon\nHello\n'
    await choose.setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(broken) })
    await builder.page
      .getByText('This caption file could not be read. Use a valid WebVTT or SubRip file. Error on line 3.')
      .waitFor()
    await choose.setInputFiles({ name: 'a.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(srt) })
    await builder.page.getByRole('list', { name: 'Captions' }).getByText('Français').waitFor()
    expect(await accessibilityIssues(builder.page)).toEqual([])
    await closePage(builder)

    const { page, complaints } = await openPage(at(0), student, { size: phoneViewport })
    await ready(page)
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await transcript.getByRole('button', { name: 'Transcript' }).click()
    await transcript.getByRole('button', { name: /0:02.*Welcome/s }).waitFor()
    await transcript.getByRole('searchbox').fill('eleves')
    await transcript.getByText('1 line').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => time(page)).toBeCloseTo(12.5, 0)
    await transcript
      .getByRole('button', { name: /Élèves, print/, exact: false })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await transcript.getByRole('searchbox').fill('')
    await transcript.getByRole('button', { name: /0:02/ }).click()
    await expect.poll(() => time(page)).toBeCloseTo(2, 0)
    expect(await accessibilityIssues(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)

    const caption = page.locator('[data-captions][lang="fr"]').getByText('Welcome aboard')
    await page.getByRole('heading', { level: 1 }).click()
    expect(await caption.count()).toBe(0)
    await page.keyboard.press('c')
    await caption.waitFor()
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByRole('menuitemradio', { name: 'Français', checked: true }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await page.getByRole('menuitemradio', { name: 'Off' }).click()
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByRole('menuitemradio', { name: 'Off', checked: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
