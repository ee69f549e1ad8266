import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { QuestionBody } from '#lib/questions/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, getQuestion, updateQuestion } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const createBank = async (staff: TestUser) =>
  (await staff.api(createQuestionBank, { name: `Editor ${newId().slice(-6)}` })).id

const text = (page: Page) => page.getByRole('textbox', { name: 'Question text' })
const option = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Option ${number}`, exact: true })
const save = (page: Page, name = 'Save question') => page.getByRole('button', { name }).click()
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** The id of the question whose editor is open. */
async function openedId(page: Page) {
  await page.waitForURL(/\/questions\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('a choice question is written, tried and saved on a %s', async (_device, size) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page, complaints } = await openPage(`/manage/question-banks/${bank_id}`, teacher, { size })
  await page.getByRole('link', { name: 'Add question' }).click()
  await page.getByRole('heading', { level: 1, name: 'New question' }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Single choice' }).click()
  await text(page).waitFor()
  await save(page, 'Create question')
  const summary = page.getByRole('alert').filter({ hasText: 'Please correct' })
  await summary.getByText('Mark at least one answer as right').waitFor()
  await summary.getByRole('button', { name: 'Question text' }).waitFor()
  await expectSound(page)

  await text(page).fill('Which city is the capital of Nigeria?')
  for (const [at, city] of ['Lagos', 'Abuja', 'Kano & Co. <east>'].entries())
    await option(page, at + 1).fill(city)
  await page.getByRole('radio', { name: 'Right answer: Option 2' }).check()
  await page.getByRole('button', { name: 'Add option' }).click()
  await option(page, 4).fill('Jos')
  await page.getByRole('button', { name: 'Remove Option 4' }).click()
  await preview(page).getByRole('radio', { name: 'Kano & Co. <east>' }).waitFor()
  await preview(page).getByRole('radio', { name: 'Abuja' }).check()
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('1 of 1 points').waitFor()
  await expectSound(page)
  await page.getByRole('combobox', { name: 'Tags' }).fill('Africa')
  await page.keyboard.press('Enter')
  await save(page, 'Create question')

  const id = await openedId(page)
  await page.getByRole('heading', { level: 1, name: 'Which city is the capital of Nigeria?' }).waitFor()
  const saved = await teacher.api(getQuestion, { bank_id, id })
  expect(saved).toMatchObject({ type: 'single_choice', tags: ['Africa'], version: 1 })
  if (saved.body.type !== 'single_choice' || saved.key.type !== 'single_choice') throw new Error(saved.type)
  expect(saved.body.options.map((one) => one.text)).toEqual([
    '<p>Lagos</p>',
    '<p>Abuja</p>',
    '<p>Kano &amp; Co. &lt;east&gt;</p>',
  ])
  expect(saved.key.fractions).toEqual({ [saved.body.options[1]!.id]: 1 })
  await page.getByText('No quiz or exam uses this question.').waitFor()
  await expectSound(page)
  expect(complaints.filter((complaint) => !/\b(400|422)\b/.test(complaint))).toEqual([])
})

test('reports changes of two people at once, and loses nothing', async () => {
  const admin = await schoolApp.school.admin({ name: 'Efe Okoro' })
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(admin)
  const { id } = await admin.api(createQuestion, { bank_id, name: 'Poles', ...sampleQuestion('true_false') })
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/${id}`, teacher)
  await text(page).fill('The earth has two poles.')
  await admin.api(updateQuestion, { bank_id, id, name: 'Poles of the earth' })
  await save(page)
  await page.getByRole('alert').filter({ hasText: 'Efe Okoro saved this question' }).waitFor()
  await expectSound(page)
  await preview(page).getByText('The earth has two poles.').waitFor()
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await page.getByText('Question saved').waitFor()
  const mine = await admin.api(getQuestion, { bank_id, id })
  expect(mine.body.text).toBe('<p>The earth has two poles.</p>')
  expect(mine.version).toBe(2)

  await text(page).fill('The moon has two poles.')
  await admin.api(updateQuestion, { bank_id, id, name: 'Poles of the moon' })
  await save(page)
  await page.getByRole('button', { name: 'Load the saved question' }).click()
  await preview(page).getByText('The earth has two poles.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Poles of the moon' }).waitFor()

  await page.getByRole('button', { name: 'Show version 1' }).click()
  await page.getByRole('dialog').getByText('Water boils at 100').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Use this version' }).click()
  await preview(page).getByText('Water boils at 100').waitFor()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click()
  await save(page)
  await page.getByText('Version 3').waitFor()
  expect((await admin.api(getQuestion, { bank_id, id })).body).toEqual(sampleQuestion('true_false').body)
})

test('gaps are written as numbers in the text, and each has its answers', async () => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=gaps`, teacher)
  await text(page).click()
  await page.keyboard.type('[[1]] is the capital of Kenya, and [[2]] of Ghana.')
  const gap = (number: number) => page.getByRole('group', { name: `Gap ${number}`, exact: true })
  await gap(1).getByRole('textbox', { name: 'Accepted answer 1' }).fill('Nairobi')
  await gap(2).getByRole('combobox', { name: 'Kind of gap' }).selectOption('list')
  for (const [at, city] of ['Kumasi', 'Accra', 'Tema'].entries())
    await gap(2)
      .getByRole('textbox', { name: `Option ${at + 1}`, exact: true })
      .fill(city)
  await gap(2).getByRole('radio', { name: 'Right answer: Option 2' }).check()
  await expectSound(page)
  await preview(page).getByRole('textbox', { name: 'Gap 1 of 2' }).fill('nairobi')
  await preview(page).getByRole('combobox', { name: 'Gap 2 of 2' }).selectOption('Accra')
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('1 of 1 points').waitFor()
  await save(page, 'Create question')
  const saved = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
  expect(saved.body.text).toMatch(
    /^<p>\[\[\w{8}\]\] is the capital of Kenya, and \[\[\w{8}\]\] of Ghana\.<\/p>$/,
  )
})

/** The editor lists the items of an ordering in the right order, which the body does not need. */
const withItemsSorted = (body: QuestionBody) =>
  body.type === 'ordering'
    ? { ...body, items: body.items.toSorted((one, other) => one.id.localeCompare(other.id)) }
    : body

const otherTypes = [
  'multiple_choice',
  'true_false',
  'short_text',
  'number',
  'essay',
  'matching',
  'ordering',
  'categorise',
  'matrix',
  'slider',
  'file_upload',
  'recording',
  'information',
] as const

test.each(otherTypes)('a question of the type %s is opened, changed and saved', async (type) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const sample = sampleQuestion(type)
  const { id } = await teacher.api(createQuestion, { bank_id, ...sample })
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/${id}`, teacher)
  await text(page).fill(`Another text of ${type}`)
  await expectSound(page)
  await save(page)
  await page.getByText('Question saved').waitFor()
  const saved = await teacher.api(getQuestion, { bank_id, id })
  const changed = { ...sample.body, text: `<p>Another text of ${type}</p>` }
  expect(withItemsSorted(saved.body)).toEqual(withItemsSorted(changed))
  expect(saved.key).toEqual(sample.key)
})
