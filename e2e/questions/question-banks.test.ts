import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, listQuestions } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

async function addQuestions(admin: TestUser, bank: string, names: readonly string[]) {
  const { id: bank_id } = await admin.api(createQuestionBank, { name: bank })
  for (const name of names)
    await admin.api(createQuestion, { bank_id, name, ...sampleQuestion('true_false') })
  return bank_id
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('a bank is created, renamed, copied and deleted on a %s', async (device, size) => {
  const admin = await schoolApp.school.admin()
  // The banks of other runs stay in the school.
  const run = `${device} ${newId().slice(-4)}`
  const name = `Sailing on a ${run}`
  const description = `Wind, sails and knots: ${name}`
  const copy = `Boats of the ${run}`
  const { page, complaints } = await openPage('/manage/question-banks', admin, { size })
  await page.getByRole('button', { name: 'Create question bank' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('heading', { name: 'No questions' }).waitFor()
  await expectSound(page)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click()

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill(description)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(description).waitFor()
  await page.getByRole('button', { name: `Copy ${name}` }).click()
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill(copy)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('link', { name: copy }).waitFor()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('SAILING')
  await page.getByRole('link', { name: copy }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete question bank' }).click()
  await page.getByText(`${name} deleted`).waitFor()
  await expectSound(page)
  expect(complaints).toEqual([])
})

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('questions are filtered, tagged, moved, copied and deleted together on a %s', async (device, size) => {
  const admin = await schoolApp.school.admin()
  const bank_id = await addQuestions(admin, `Knots ${device}`, ['Bowline', 'Clove hitch', 'Reef knot'])
  const other = `Ropes ${device}`
  const other_id = await addQuestions(admin, other, [])
  const { page, complaints } = await openPage(`/manage/question-banks/${bank_id}`, admin, { size })
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('group', { name: 'Selected questions' })
  const select = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await select('Bowline')
  await select('Reef knot')
  await bar.getByText('Selected: 2').waitFor()
  await bar.getByRole('button', { name: 'Tags' }).click()
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill('Ship')
  await page.keyboard.press('Enter')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Ship' }).click()
  await page.getByText('Clove hitch').waitFor({ state: 'hidden' })
  await expectSound(page)

  await select('Bowline')
  await bar.getByRole('button', { name: 'Difficulty' }).click()
  await dialog.getByRole('combobox', { name: 'Difficulty' }).click()
  await page.getByRole('option', { name: 'Hard', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save difficulty' }).click()
  await dialog.waitFor({ state: 'hidden' })
  for (const [action, submit] of [
    ['Copy', 'Copy questions'],
    ['Move', 'Move questions'],
  ]) {
    await select('Bowline')
    await bar.getByRole('button', { name: action! }).click()
    await dialog.getByRole('combobox', { name: 'Question bank' }).fill(other)
    await page.getByRole('option', { name: other }).click()
    await dialog.getByRole('button', { name: submit! }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.getByText('Bowline').waitFor({ state: 'hidden' })
  await select('Reef knot')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete questions' }).click()
  await page.getByRole('heading', { name: 'No questions found' }).waitFor()
  expect(complaints).toEqual([])

  const left = (await admin.api(listQuestions, { bank_id })).data
  expect(left.map(({ name }) => name)).toEqual(['Clove hitch'])
  const moved = (await admin.api(listQuestions, { bank_id: other_id })).data
  expect(moved.map(({ name, tags, difficulty }) => [name, tags, difficulty])).toEqual([
    ['Bowline', ['Ship'], 4],
    ['Bowline', ['Ship'], 4],
  ])
})

test('a teacher sees the banks of the school, and nothing to change in the banks of others', async () => {
  const admin = await schoolApp.school.admin()
  const name = 'Weather of the whole school'
  await addQuestions(admin, name, ['Clouds'])
  const { page } = await openPage('/manage', await schoolApp.school.teacher())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Question banks' }).click()
  await page.getByRole('button', { name: `Copy ${name}` }).waitFor()
  expect(await page.getByRole('button', { name: `Delete ${name}` }).count()).toBe(0)
  await page.getByRole('link', { name }).click()
  await page.getByText('Clouds').waitFor()
})
