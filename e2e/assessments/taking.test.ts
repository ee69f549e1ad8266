import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAssessment, getAttempt, publishAssessment } from '#assessments/contract.ts'
import { createQuestion, createQuestionBank } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A published quiz of the school with a choice, a number and an essay. */
async function createQuiz(name: string, settings: object = {}) {
  const admin = await schoolApp.school.admin()
  const { id: bank_id } = await admin.api(createQuestionBank, { name: `Bank of ${name}` })
  const items = []
  for (const type of ['single_choice', 'number', 'short_text'] as const) {
    const { id } = await admin.api(createQuestion, { bank_id, ...sampleQuestion(type) })
    items.push({ question_id: id, draw: null, points: 2 })
  }
  const sections = [{ name: '', instructions: '', items }]
  const { id } = await admin.api(createAssessment, {
    kind: 'quiz',
    name,
    course_id: null,
    settings,
    sections,
  })
  await admin.api(publishAssessment, { id })
  return id
}

const idIn = (page: Page) => page.url().split('/').at(-1)!
const question = (page: Page, number: number) => page.locator(`#question-${number - 1}`)
const state = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor()

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('answers survive a lost connection and a second tab on a %s', async (device, size) => {
  const id = await createQuiz(`Harbours on a ${device}`, { max_attempts: 1 })
  const student = await schoolApp.school.student()
  const { page, context } = await openPage(`/assessments/${id}`, student, { size, alone: true })
  await page.getByRole('heading', { name: 'Rules' }).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL('**/assessments/attempts/**')
  await question(page, 1).getByRole('radio').first().check()
  await state(page, 'Saved')
  await expectSound(page)

  await context.setOffline(true)
  await question(page, 2).getByRole('textbox').first().fill('105')
  await state(page, 'Kept on this device')
  await context.setOffline(false)
  await state(page, 'Saved')
  const stored = await student.api(getAttempt, { id: idIn(page) })
  expect(stored.slots.map(({ answer }) => answer?.type)).toEqual(['single_choice', 'number', undefined])

  const second = await context.newPage()
  await second.goto(page.url())
  await page.getByText('This page is read-only.').waitFor()
  expect(await question(page, 3).getByRole('textbox').isEditable()).toBe(false)
  await question(second, 3).getByRole('textbox').fill('Accra')
  await second.getByRole('button', { name: 'Submit' }).first().click()
  const dialog = second.getByRole('dialog')
  await dialog.getByText('You answered every question.').waitFor()
  await expectSound(second)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await second.getByText('Submitted', { exact: true }).waitFor()
  await expectSound(second)
  const submitted = await student.api(getAttempt, { id: idIn(page) })
  expect(submitted).toMatchObject({ number: 1, submitted_by: 'student' })
  expect(submitted.slots[2]!.answer).toEqual({ type: 'short_text', text: 'Accra' })
})

test('answers that were given offline before the deadline count after it', async () => {
  const closes_at = new Date(Date.now() + 30_000).toISOString()
  const id = await createQuiz('Tides', { closes_at, late_sync_hours: 24 })
  const student = await schoolApp.school.student()
  const { page, context } = await openPage(`/assessments/${id}`, student, { alone: true })
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL('**/assessments/attempts/**')
  await question(page, 1).getByRole('radio').first().check()
  await state(page, 'Saved')
  await context.setOffline(true)
  await question(page, 2).getByRole('textbox').first().fill('105')
  await state(page, 'Kept on this device')
  await page.getByText('The time is up.').waitFor({ timeout: 60_000 })
  expect(await question(page, 3).getByRole('textbox').isEditable()).toBe(false)
  // Later than the five seconds in which a late request counts as on time.
  await page.waitForTimeout(6_000)
  await context.setOffline(false)
  await page.getByText('Submitted at the deadline').waitFor()
  await page.getByText('Arrived after the deadline').waitFor()
  const { slots } = await student.api(getAttempt, { id: idIn(page) })
  expect(slots.map(({ answer, is_late }) => [answer?.type, is_late])).toEqual([
    ['single_choice', false],
    ['number', true],
    [undefined, false],
  ])
})
