import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAssessment, getAssessment, updateAssessment } from '#assessments/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, deleteQuestion } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

async function createBank(staff: TestUser, names: readonly string[]) {
  const bank = `Exam bank ${newId().slice(-6)}`
  const { id: bank_id } = await staff.api(createQuestionBank, { name: bank })
  const ids: string[] = []
  for (const name of names)
    ids.push(
      (await staff.api(createQuestion, { bank_id, name, tags: ['Term 1'], ...sampleQuestion('true_false') }))
        .id,
    )
  return { bank, bank_id, ids }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseBank(page: Page, bank: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Question bank' }).fill(bank)
  await page.getByRole('option', { name: bank }).click()
  return dialog
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('an exam is created, filled from banks and published on a %s', async (_device, size) => {
  const admin = await schoolApp.school.admin()
  const { bank, ids } = await createBank(admin, ['Tides', 'Waves', 'Currents', 'Winds'])
  const { page } = await openPage('/manage/assessments', admin, { size })
  await button(page, 'Create quiz or exam').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Oceans ${bank}`)
  await dialog.getByRole('radio', { name: 'Exam' }).check()
  await expectSound(page)
  await button(page, 'Create').click()
  await page.getByRole('heading', { level: 1, name: `Oceans ${bank}` }).waitFor()
  const id = page.url().split('/').at(-1)!
  await page.getByText('Add at least one question.').waitFor()

  await button(page, 'Add section').click()
  await button(page, 'Add questions').click()
  await chooseBank(page, bank)
  await dialog.getByRole('checkbox', { name: 'Tides' }).check()
  await dialog.getByRole('searchbox', { name: 'Search questions' }).fill('wave')
  await dialog.getByRole('checkbox', { name: 'Tides' }).waitFor({ state: 'hidden' })
  await dialog.getByRole('checkbox', { name: 'Waves' }).check()
  await expectSound(page)
  await button(page, 'Add chosen questions: 2').click()
  await page.getByRole('textbox', { name: 'Points', exact: true }).first().fill('3')
  await button(page, 'Add random questions').click()
  await chooseBank(page, bank)
  await dialog.getByRole('textbox', { name: 'Number of questions' }).fill('3')
  await expectSound(page)
  await button(page, 'Done').click()
  await page.getByText('Questions: 5. Points: 7.').waitFor()
  await button(page, 'Publish').click()
  await page.getByText('The bank has too few questions for this draw.').first().waitFor()
  await expectSound(page)

  await button(page, `Edit Random questions: 3, ${bank}`).click()
  await dialog.getByRole('textbox', { name: 'Number of questions' }).fill('2')
  await button(page, 'Done').click()
  await page.getByRole('textbox', { name: 'Access code' }).fill('Anchor')
  await page.getByRole('combobox', { name: 'Released' }).selectOption('after_closing')
  await button(page, 'Publish').click()
  await page.getByText('Published. Students see this version.').waitFor()
  await page.getByText('Published', { exact: true }).first().waitFor()
  await expectSound(page)
  const saved = await admin.api(getAssessment, { id })
  expect(saved).toMatchObject({ is_published: true, has_unpublished_changes: false, total_points: 6 })
  expect(saved.settings).toMatchObject({ access_code: 'Anchor', max_attempts: 1, time_limit_minutes: 60 })
  expect(saved.sections[0]!.items.map(({ question_id, points }) => [question_id, points])).toEqual([
    [ids[0], 3],
    [ids[1], 1],
    [null, 1],
  ])
  await button(page, 'Hide from students').click()
  await page.getByText('Hidden. Running attempts continue.').waitFor()
  expect((await admin.api(getAssessment, { id })).is_published).toBe(false)
})

test('shows faults at their fields, and reports changes of others', async () => {
  const admin = await schoolApp.school.admin({ name: 'Efe Okoro' })
  const teacher = await schoolApp.school.teacher()
  const { bank_id, ids } = await createBank(admin, ['Tides', 'Waves'])
  const items = ids.map((question_id) => ({ question_id, draw: null, points: 1 }))
  const { id } = await teacher.api(createAssessment, {
    kind: 'quiz',
    name: 'Seas',
    sections: [{ name: 'Basics', instructions: '', items }],
  })
  await admin.api(deleteQuestion, { bank_id, id: ids[1]! })
  const { page } = await openPage(`/manage/assessments/${id}`, teacher)
  await page.getByText('This question was deleted. Remove it.').nth(1).waitFor()
  await page.getByRole('combobox', { name: 'Released' }).selectOption('at')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await button(page, 'Save draft').click()
  await page
    .getByRole('textbox', { name: 'Name', exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Seas and lakes')
  await button(page, 'Save draft').click()
  await page.getByLabel('Time of the release').and(page.locator('[aria-invalid=true]')).waitFor()
  await expectSound(page)
  await page.getByRole('combobox', { name: 'Released' }).selectOption('by_staff')
  await admin.api(updateAssessment, { id, name: 'Rivers' })
  await button(page, 'Save draft').click()
  await page.getByRole('alert').filter({ hasText: 'Efe Okoro saved this draft' }).waitFor()
  await expectSound(page)
  await button(page, 'Load the saved draft').click()
  await page.getByRole('heading', { level: 1, name: 'Rivers' }).waitFor()
  await button(page, 'Remove Deleted').click()
  await button(page, 'Save draft').click()
  await page.getByText('Draft saved').waitFor()
  const saved = await teacher.api(getAssessment, { id })
  expect(saved).toMatchObject({ name: 'Rivers', question_count: 1, publish_issues: [] })
})
