import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, getQuestion } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const createBank = async (staff: TestUser) =>
  (await staff.api(createQuestionBank, { name: `Parts ${newId().slice(-6)}` })).id

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const field = (page: Page, box: string, name: string) =>
  group(page, box).getByRole('textbox', { name, exact: true })
const save = (page: Page, name: string) => page.getByRole('button', { name }).click()
const formula = (page: Page) => page.getByRole('textbox', { name: 'Formula of the right answer' })

async function openedId(page: Page) {
  await page.waitForURL(/\/questions\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

const devices = [
  ['computer', desktopViewport],
  ['phone', phoneViewport],
] as const

test.each(devices)(
  'a calculated question names wrong formulas and shows examples on a %s',
  async (_, size) => {
    const teacher = await schoolApp.school.teacher()
    const bank_id = await createBank(teacher)
    const { page } = await openPage(
      `/manage/question-banks/${bank_id}/questions/new?type=calculated`,
      teacher,
      {
        size,
      },
    )
    await page.getByRole('textbox', { name: 'Question text' }).fill('A box of {a} kg and one of {mass} kg?')
    await formula(page).fill('a + sqroot(mass)')
    await page.getByText('«sqroot» is neither a variable nor a function.').waitFor()
    await formula(page).fill('a + (mass')
    await page.getByText('The formula is not complete.').waitFor()
    await expectSound(page)
    await formula(page).fill('a + mass')
    await page.getByText('Without a range: mass').waitFor()
    await group(page, 'Variable 2').getByRole('button', { name: 'Remove Variable 2' }).click()
    await page.getByRole('button', { name: 'Add missing variables' }).click()
    await field(page, 'Variable 2', 'Minimum').fill('10')
    await field(page, 'Variable 2', 'Maximum').fill('30')
    await field(page, 'Variable 2', 'Step').fill('10')
    await field(page, 'Variable 1', 'Minimum').fill('2,5')
    await field(page, 'Variable 1', 'Maximum').fill('2,5')
    await field(page, 'Variable 1', 'Decimal places').fill('1')
    await page.getByRole('button', { name: 'Show 5 examples' }).click()
    const rows = page.getByRole('region', { name: 'Examples' }).locator('tbody tr')
    for (const row of await rows.all()) {
      const [first, second, result] = (await row.getByRole('cell').allInnerTexts()).map(Number)
      expect(first).toBe(2.5)
      expect([10, 20, 30]).toContain(second)
      expect(result).toBe(first! + second!)
    }
    expect(await rows.count()).toBe(5)
    await expectSound(page)

    const shown = await preview(page).getByText('A box of 2.5 kg').innerText()
    const mass = /one of (\d+) kg/.exec(shown)![1]
    await preview(page)
      .getByRole('textbox', { name: 'Your number' })
      .fill(`${Number(mass) + 2},5`)
    await preview(page).getByRole('button', { name: 'Check answer' }).click()
    await preview(page).getByText('1 of 1 points').waitFor()
    await save(page, 'Create question')
    const { key } = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
    expect(key).toMatchObject({
      formula: 'a + mass',
      variables: [
        { name: 'a', minimum: '2.5', maximum: '2.5', decimals: 1 },
        { name: 'mass', minimum: '10', maximum: '30', decimals: 0, step: '10' },
      ],
    })
  },
)

test.each(devices)('a program has shown and hidden tests on a %s', async (_, size) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=code`, teacher, {
    size,
  })
  await page.getByRole('textbox', { name: 'Question text' }).fill('Double a number.')
  await page.getByRole('textbox', { name: 'Name of the function' }).fill('double')
  const starter = page.getByRole('textbox', { name: 'Code to begin with' })
  await starter.focus()
  await page.keyboard.type('function double(n) {\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('// n\n}')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await starter.evaluate((element) => element === document.activeElement)).toBe(false)
  const call = 'Call, for example double(4)'
  const expected = 'Expected result, as JSON'
  await field(page, 'Test 1', call).fill('double(2)')
  await field(page, 'Test 1', expected).fill('four')
  await save(page, 'Create question')
  await page.getByRole('alert').getByText('Write a JSON value').waitFor()
  await field(page, 'Test 1', expected).fill('4')
  expect(await page.getByText('Write a JSON value').count()).toBe(0)
  await group(page, 'Test 1').getByRole('switch', { name: 'Students see this test' }).click()
  await page.getByRole('button', { name: 'Add test' }).click()
  await field(page, 'Test 2', call).fill('double(-1)')
  await field(page, 'Test 2', expected).fill('-2')
  await field(page, 'Test 2', 'Points').fill('3')
  await page.getByRole('button', { name: 'Add example' }).click()
  await field(page, 'Example 1', call).fill('double(0)')
  await field(page, 'Example 1', expected).fill('0')
  await expectSound(page)
  await preview(page).getByText('double(2)').waitFor()
  expect(await preview(page).getByText('double(-1)').count()).toBe(0)
  await save(page, 'Create question')
  const { body, key } = await teacher.api(getQuestion, { bank_id, id: await openedId(page) })
  expect(body).toMatchObject({
    function_name: 'double',
    starter: 'function double(n) {\n  // n\n}',
    examples: [
      { call: 'double(2)', expected: '4' },
      { call: 'double(0)', expected: '0' },
    ],
  })
  expect(key).toMatchObject({
    tests: [
      { call: 'double(2)', expected: '4', weight: 1 },
      { call: 'double(-1)', expected: '-2', weight: 3 },
    ],
  })
})

test.each(devices)('the questions about a text are edited in place on a %s', async (_, size) => {
  const teacher = await schoolApp.school.teacher()
  const bank_id = await createBank(teacher)
  const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/new?type=passage`, teacher, {
    size,
  })
  await page.getByRole('textbox', { name: 'Reading passage' }).fill('The Niger is a long river.')
  const first = group(page, 'Question 1')
  await first.getByRole('textbox', { name: 'Question text' }).fill('Which river is it?')
  for (const [at, name] of ['Niger', 'Nile', 'Congo'].entries())
    await first.getByRole('textbox', { name: `Option ${at + 1}`, exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Type of the next question' }).selectOption('ordering')
  await page.getByRole('button', { name: 'Add question' }).click()
  const second = group(page, 'Question 2')
  await second.getByRole('textbox', { name: 'Question text' }).fill('From short to long')
  await save(page, 'Create question')
  await page.getByRole('alert').filter({ hasText: 'Please correct' }).waitFor()
  await expectSound(page)
  await first.getByRole('radio', { name: 'Right answer: Option 1' }).check()
  for (const [at, name] of ['Ogun', 'Benue', 'Niger'].entries())
    await second.getByRole('textbox', { name: `Item ${at + 1}`, exact: true }).fill(name)
  await second.getByRole('textbox', { name: 'Weight' }).fill('2')
  await page.getByRole('button', { name: 'Move Question 2 up', exact: true }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move Question 1 down')
  // The tooltip of a focused button is outside of the landmarks.
  await page.getByRole('combobox', { name: 'Type of the next question' }).focus()
  await expectSound(page)

  await preview(page).getByRole('radio', { name: 'Niger' }).check()
  await preview(page).getByRole('button', { name: 'Check answer' }).click()
  await preview(page).getByText('0.333 of 1 points').waitFor()
  await save(page, 'Create question')
  const id = await openedId(page)
  const saved = await teacher.api(getQuestion, { bank_id, id })
  if (saved.body.type !== 'passage' || saved.key.type !== 'passage') throw new Error(saved.type)
  expect(saved.body.questions.map(({ weight, body }) => [weight, body.type, body.text])).toEqual([
    [2, 'ordering', '<p>From short to long</p>'],
    [1, 'single_choice', '<p>Which river is it?</p>'],
  ])
})

test.each(['calculated', 'code', 'passage'] as const)(
  'a question of the type %s keeps its answers',
  async (type) => {
    const teacher = await schoolApp.school.teacher()
    const bank_id = await createBank(teacher)
    const sample = sampleQuestion(type)
    const { id } = await teacher.api(createQuestion, { bank_id, ...sample })
    const { page } = await openPage(`/manage/question-banks/${bank_id}/questions/${id}`, teacher)
    const name = type === 'passage' ? 'Reading passage' : 'Question text'
    await page.getByRole('textbox', { name }).fill(`Another text of ${type}`)
    await expectSound(page)
    await save(page, 'Save question')
    await page.getByText('Question saved').waitFor()
    const saved = await teacher.api(getQuestion, { bank_id, id })
    expect(saved.body).toEqual({ ...sample.body, text: `<p>Another text of ${type}</p>` })
    expect(saved.key).toEqual(sample.key)
  },
)
