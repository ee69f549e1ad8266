import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createTestImage, createTestPdf, fileSignatures } from '#testing/builders/files.ts'
import { closePage, openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** An unpublished lesson with a text, open in the editor of its teacher. */
async function openEditor(body = '') {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await teacher.api(courses.createCourse, { course_name: 'Baking', course_isPublic: true })
  const section = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Bread' })
  const lesson = await teacher.api(courses.createContent, {
    lesson_id: section.id,
    type: 'text',
    title: 'Dough',
    body,
  })
  const visit = await openPage(`/manage/courses/${course.id}?topic=${lesson.id}`, teacher, {
    size: { width: 1280, height: 1600 },
  })
  const text = visit.page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  const stored = async () =>
    (await teacher.api(courses.getCourseContents, { id: course.id, topic: lesson.id })).topic!.body
  return { ...visit, visit, teacher, course, lesson, text, stored }
}

/** Chooses a block of the slash menu. */
async function insertBlock(page: Page, name: string) {
  await page.keyboard.type(`/${name.slice(0, 7)}`)
  await page.getByRole('option', { name, exact: true }).click()
}

/** Chooses a block of the slash menu that asks for files, and answers with these. */
async function insertFiles(page: Page, name: string, files: Parameters<Page['setInputFiles']>[1]) {
  const chooser = page.waitForEvent('filechooser')
  await insertBlock(page, name)
  await (await chooser).setFiles(files)
}

/** Puts the cursor into an empty paragraph at the end. */
async function goToEnd({ page, text }: { page: Page; text: Locator }) {
  const last = text.locator('> p').last()
  await last.click()
  await page.keyboard.press('End')
  if ((await last.innerText()).trim() !== '') await page.keyboard.press('Enter')
}

/** Drops a file on the first paragraph. */
const dropFile = (page: Page, file: { name: string; type: string; base64: string }) =>
  page
    .getByRole('textbox', { name: 'Text', exact: true })
    .locator('> p')
    .first()
    .evaluate((element, { name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], name, { type }))
      const { left, top } = element.getBoundingClientRect()
      const at = { clientX: left + 4, clientY: top + 4, bubbles: true, cancelable: true }
      element.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }))
    }, file)

/** Drags the block at a point by its handle to the upper or lower edge of another block. */
async function dragBlock(page: Page, at: { x: number; y: number }, to: Locator, edge: 'above' | 'below') {
  await page.mouse.move(at.x, at.y)
  const grip = (await page.locator('[data-drag-handle]').boundingBox())!
  const target = (await to.boundingBox())!
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 14, grip.y + 14, { steps: 3 })
  // The half of the text under the pointer decides.
  const end = edge === 'above' ? { x: 12, y: 2 } : { x: target.width - 4, y: target.height - 2 }
  await page.mouse.move(target.x + end.x, target.y + end.y, { steps: 5 })
  await page.mouse.up()
}

/** A point within a block. */
async function pointIn(block: Locator, { x = 10, y = 10 } = {}) {
  const box = (await block.boundingBox())!
  return { x: box.x + x, y: box.y + y }
}

const videoFile = new URL('../../src/demo/media/codecraft-first-program.mp4', import.meta.url)

test('a lesson takes a gallery, a video, a recording, a file, columns and a page of another site', async () => {
  const editor = await openEditor('<p>Begin</p>')
  const { page, visit, text, stored, teacher, course, lesson, complaints } = editor
  const image = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await createTestImage({ width: 320, height: 240 }),
  })
  await goToEnd(editor)
  await insertFiles(page, 'Gallery', [await image('one.png'), await image('two.png')])
  await expect.poll(() => text.locator('[data-block=gallery] img').count()).toBe(2)
  await goToEnd(editor)
  const video = { name: 'Knead.mp4', mimeType: 'video/mp4', buffer: readFileSync(videoFile) }
  await insertFiles(page, 'Video', video)
  await text.locator('[data-block=video] video').waitFor()
  await goToEnd(editor)
  await insertFiles(page, 'Audio', { name: 'Oven.mp3', mimeType: 'audio/mpeg', buffer: fileSignatures.mp3 })
  await text.locator('[data-block=audio] audio').waitFor()
  await goToEnd(editor)
  await insertFiles(page, 'File to download', {
    name: 'Recipe.pdf',
    mimeType: 'application/pdf',
    buffer: createTestPdf(),
  })
  await text.getByText('Recipe.pdf').waitFor()
  await goToEnd(editor)
  await insertBlock(page, 'Two columns')
  await page.keyboard.type('Flour')
  await text.locator('[data-block=column]').nth(1).click()
  await page.keyboard.type('Water')
  await goToEnd(editor)
  await insertBlock(page, 'Page from another site')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('https://example.com/bread')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await dialog.getByText('Pages from this site cannot be shown here').waitFor()
  await dialog.getByRole('textbox').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await page.route('**/*youtube*/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Video' }))
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await text.locator('[data-block=embed] iframe').waitFor()

  const kinds = () =>
    text.evaluate((element) =>
      Array.from(element.children, (block) => (block as HTMLElement).dataset.block ?? block.localName).filter(
        (kind) => kind !== 'p',
      ),
    )
  const inserted = ['gallery', 'video', 'audio', 'file', 'columns', 'embed']
  expect(await kinds()).toEqual(inserted)
  await expect.poll(stored).toMatch(/data-block="embed"/)
  const body = await stored()
  const storedKinds = Array.from(body.matchAll(/data-block="(\w+)"/g), ([, kind]) => kind)
  expect(storedKinds.filter((kind) => kind !== 'image' && kind !== 'column')).toEqual(inserted)
  expect(body).toMatch(/data-block="column"><p>Flour<\/p>/)
  // The page of the other site runs in a sandbox without storage.
  expect(complaints.filter((complaint) => !complaint.includes('localStorage'))).toEqual([])
  await closePage(visit)

  // The preview of the player shows the same blocks.
  const preview = await openPage(`/learn/${course.id}?topic=${lesson.id}`, teacher)
  for (const kind of inserted) await preview.page.locator(`main [data-block=${kind}]`).first().waitFor()
  await preview.page.getByRole('link', { name: /Recipe\.pdf/ }).waitFor()
})

test('blocks move by their handle and by the keyboard', async () => {
  const { page, text, stored } = await openEditor(
    '<h2>First</h2><p>Second</p><div data-block="callout" data-tone="tip" role="note"><p>Third</p></div>' +
      '<ul><li><p>Apple</p></li><li><p>Pear</p></li></ul>',
  )
  const first = text.getByRole('heading', { name: 'First' })
  const second = text.getByText('Second')
  await dragBlock(page, await pointIn(first), second, 'below')
  await expect.poll(stored).toMatch(/^<p>Second<\/p><h2>First<\/h2>/)
  // Beside the note the handle drags the whole note.
  await dragBlock(page, await pointIn(text.getByRole('note'), { x: -6, y: 30 }), second, 'above')
  await expect.poll(stored).toMatch(/^<div data-block="callout".*<p>Second<\/p><h2>First<\/h2>/)
  // An item of a list moves within its list.
  await dragBlock(page, await pointIn(text.getByText('Pear')), text.getByText('Apple'), 'above')
  await expect.poll(stored).toMatch(/<ul><li><p>Pear<\/p><\/li><li><p>Apple<\/p><\/li><\/ul>/)

  await first.click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(stored).toMatch(/<h2>First<\/h2><p>Second<\/p>/)
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(stored).toMatch(/<p>Second<\/p><h2>First<\/h2>/)
})

test('a text is found and replaced, once and everywhere', async () => {
  const { page, stored } = await openEditor('<p>Salt and salt.</p><h2>More SALT</h2>')
  await page.keyboard.press('Control+Home')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  const find = page.getByRole('search', { name: 'Find and replace' })
  await find.getByRole('textbox', { name: 'Find' }).fill('salt')
  await find.getByText('of 3').waitFor()
  await page.keyboard.press('Enter')
  await find.getByText('1 of 3').waitFor()
  await find.getByRole('textbox', { name: 'Replace with' }).fill('sugar')
  await find.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.poll(stored).toBe('<p>sugar and salt.</p><h2>More SALT</h2>')
  await find.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(stored).toBe('<p>sugar and sugar.</p><h2>More sugar</h2>')
  await find.getByText('No matches').waitFor()
  await page.keyboard.press('Escape')
  await find.waitFor({ state: 'detached' })
})

test('a dropped image is uploaded; a failed upload says so and is repeated', async () => {
  const { page, text, stored } = await openEditor('<p>Bread</p>')
  const base64 = Buffer.from(await createTestImage({ width: 300, height: 200 })).toString('base64')
  const png = { type: 'image/png', base64 }
  await page.route('**/gen/get_aws_key_upload*', (route) => route.abort())
  await dropFile(page, { name: 'loaf.png', ...png })
  await text.getByText('loaf.png was not uploaded. Try again.').waitFor()
  expect(await stored()).toBe('<p>Bread</p>')
  await page.unroute('**/gen/get_aws_key_upload*')
  await text.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(stored).toMatch(/<figure data-block="image"><img src="\/media\/private\//)
  await expect
    .poll(() => text.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(300)
})

test('the preview beside the editor shows the saved text as the player does, and is remembered', async () => {
  const { page, text, visit } = await openEditor(
    '<pre><code class="language-javascript">const grams = 500</code></pre><p>Weigh it.</p>',
  )
  await page.getByRole('button', { name: 'Show preview' }).click()
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.locator('.hljs-keyword', { hasText: 'const' }).waitFor()
  await text.getByText('Weigh it.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Twice.')
  await preview.getByText('Weigh it. Twice.').waitFor()
  await page.reload()
  await preview.getByText('Weigh it. Twice.').waitFor()
  await page.getByRole('button', { name: 'Hide preview' }).click()
  await expect.poll(() => preview.count()).toBe(0)
  await closePage(visit)
})
