import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, getQuestion } from '#questions/contract.ts'
import { createTestImage, createTestUpload } from '#testing/builders/files.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const createBank = async (staff: TestUser) =>
  (await staff.api(createQuestionBank, { name: `Images ${newId().slice(-6)}` })).id

const answers = (page: Page) => page.getByRole('region', { name: 'Answers' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const board = (page: Page) => answers(page).getByRole('application')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const save = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function chooseImage(page: Page) {
  const buffer = await createTestImage({ width: 800, height: 400 })
  await answers(page)
    .locator('input[type=file][accept^="image/png"]')
    .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer })
  await board(page).waitFor()
  await page.getByRole('textbox', { name: 'Description of the image' }).fill('A map')
}

/** Presses the pointer at one position of the image, in percent, and releases it at another. */
async function drag(page: Page, from: [number, number], to: [number, number]) {
  // Away from the bars at the edges of the window.
  await board(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = (await board(page).boundingBox())!
  const at = ([x, y]: [number, number]) =>
    [box.x + (x / 100) * box.width, box.y + (y / 100) * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 4 })
  await page.mouse.up()
}

const percent = (page: Page, box: string, field: string) =>
  group(page, box).getByRole('textbox', { name: field }).inputValue().then(parseFloat)

async function openedId(page: Page) {
  await page.waitForURL(/\/questions\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

const devices = [
  ['computer', desktopViewport],
  ['phone', phoneViewport],
] as const

test.each(devices)('regions are drawn, moved by keyboard and named on a %s', async (_device, size) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=hotspot`, teacher, {
    size,
  })
  await page.getByRole('textbox', { name: 'Question text' }).fill('Where is Abuja?')
  await save(page, 'Create question')
  await page.getByRole('alert').getByText('Choose an image.').waitFor()
  await expectSound(page)

  await chooseImage(page)
  await drag(page, [20, 20], [50, 60])
  expect(await percent(page, 'Region 1', 'Width')).toBeCloseTo(30, 0)
  expect(await percent(page, 'Region 1', 'Height')).toBeCloseTo(40, 0)
  await drag(page, [30, 30], [40, 40])
  const left = await percent(page, 'Region 1', 'From the left')
  expect(left).toBeCloseTo(30, 0)
  await board(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await percent(page, 'Region 1', 'From the left')).toBeCloseTo(left + 11, 5)
  await drag(page, [71, 70], [81, 80])
  expect(await percent(page, 'Region 1', 'Width')).toBeCloseTo(40, 0)
  await group(page, 'Region 1').getByRole('textbox', { name: 'Name of the region' }).fill('Abuja')

  await page.getByRole('combobox', { name: 'Shape of new regions' }).selectOption('polygon')
  await page.getByRole('button', { name: 'Add region' }).click()
  const second = group(page, 'Region 2')
  await second.getByRole('textbox', { name: 'Name of the region' }).fill('Lagos')
  await second.getByRole('textbox', { name: 'Corner 3 from the left' }).fill('5')
  await second.getByRole('button', { name: 'Remove Corner 4' }).click()
  await expectSound(page)

  await preview(page).getByRole('radio', { name: 'Abuja' }).check()
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('1 of 1 points').waitFor()
  await save(page, 'Create question')
  const { body, key } = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
  if (body.type !== 'hotspot' || key.type !== 'hotspot') throw new Error(body.type)
  expect(body.regions.map(({ name, shape }) => [name, shape.kind])).toEqual([
    ['Abuja', 'rectangle'],
    ['Lagos', 'polygon'],
  ])
  expect(body.regions[1]!.shape).toMatchObject({ points: { 2: { x: 0.05, y: 0.6 }, length: 3 } })
  expect(key.correct).toEqual([body.regions[0]!.id])
  expect(body.image_alt).toBe('A map')
})

test('right areas of free points are graded as the server does', async () => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=hotspot`, teacher, {
    size: phoneViewport,
  })
  await page.getByRole('textbox', { name: 'Question text' }).fill('Where is the mouth of the river?')
  await chooseImage(page)
  await page.getByRole('combobox', { name: 'How students answer' }).selectOption('points')
  await page.getByRole('combobox', { name: 'Shape of new regions' }).selectOption('circle')
  await drag(page, [70, 50], [70, 50])
  expect(await percent(page, 'Right area 1', 'Radius')).toBe(10)
  await group(page, 'Right area 1').getByRole('textbox', { name: 'Centre from the top' }).fill('50')
  await expectSound(page)

  const pointing = preview(page).getByRole('application')
  await pointing.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('1 of 1 points').waitFor()
  await preview(page).getByRole('button', { name: 'Start again' }).click()
  await pointing.focus()
  await page.keyboard.press('Enter')
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('0 of 1 points').waitFor()
  await save(page, 'Create question')
  const { key } = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
  if (key.type !== 'hotspot') throw new Error(key.type)
  expect(key).toMatchObject({ correct: [], areas: [{ kind: 'circle', y: 0.5, radius: 0.1 }] })
})

test.each(devices)('points of an image get their labels on a %s', async (_device, size) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=labelling`, teacher, {
    size,
  })
  await page.getByRole('textbox', { name: 'Question text' }).fill('Name the cities.')
  await chooseImage(page)
  const label = (number: number) => page.getByRole('textbox', { name: `Label ${number}`, exact: true })
  await label(1).fill('Kano')
  await label(2).fill('Lagos')
  await drag(page, [20, 80], [20, 80])
  await group(page, 'Spot 1').getByRole('combobox', { name: 'Right label' }).selectOption('Kano')
  await group(page, 'Spot 2').getByRole('combobox', { name: 'Right label' }).selectOption('Lagos')
  await group(page, 'Spot 1').getByRole('textbox', { name: 'From the top' }).fill('12.5')
  await expectSound(page)
  const lists = preview(page).getByRole('combobox')
  await lists.nth(0).selectOption('Kano')
  await lists.nth(1).selectOption('Lagos')
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('1 of 1 points').waitFor()
  await save(page, 'Create question')
  const { body, key } = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
  if (body.type !== 'labelling' || key.type !== 'labelling') throw new Error(body.type)
  expect(body.spots[0]).toMatchObject({ x: 0.5, y: 0.125 })
  expect(body.spots[1]!.x).toBeCloseTo(0.2, 2)
  const [kano, lagos] = body.labels.map(({ id }) => id)
  expect(key.pairs).toEqual({ [body.spots[0]!.id]: kano, [body.spots[1]!.id]: lagos })
})

test.each(['hotspot', 'labelling'] as const)('a question of the type %s keeps its answers', async (type) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const image = await createTestImage({ width: 400, height: 300 })
  const { upload_id } = await createTestUpload(teacher, image, {
    purpose: 'lesson_image',
    content_type: 'image/png',
    host: schoolApp.school.host,
  })
  const sample = sampleQuestion(type, upload_id)
  const { id } = await teacher.api(createQuestion, { bank_id, ...sample })
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/${id}`, teacher)
  await group(page, type === 'hotspot' ? 'Region 1' : 'Spot 1').waitFor()
  await page.getByRole('textbox', { name: 'Question text' }).fill(`Another text of ${type}`)
  await save(page, 'Save question')
  await page.getByText('Question saved').waitFor()
  const saved = await teacher.api(getQuestion, { bank_id, id })
  expect(saved.body).toEqual({ ...sample.body, text: `<p>Another text of ${type}</p>` })
  expect(saved.key).toEqual(sample.key)
})
