import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  createAssessment,
  listAnswersToMark,
  markAnswers,
  publishAssessment,
  releaseResults,
} from '#assessments/contract.ts'
import { createQuestion, createQuestionBank } from '#questions/contract.ts'
import { startTestAttempt } from '#testing/builders/questions/attempt-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { closePage, openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** An assessment with an essay and a short text, which a student submitted for each of these texts. */
async function createSubmitted(name: string, texts: readonly string[], settings: object = {}) {
  const { school } = schoolApp
  const admin = await school.admin()
  const { id: bank_id } = await admin.api(createQuestionBank, { name: `Bank of ${name}` })
  const items = []
  for (const type of ['essay', 'short_text'] as const) {
    const question = { ...sampleQuestion(type), name: type === 'essay' ? 'Market day' : 'Author' }
    const { id } = await admin.api(createQuestion, { bank_id, ...question })
    items.push({ question_id: id, draw: null, points: 2 })
  }
  const release = { when: 'by_staff', at: null, show: 'answers' } as const
  const { id } = await admin.api(createAssessment, {
    kind: 'quiz',
    name,
    course_id: null,
    settings: { release, ...settings },
    sections: [{ name: '', instructions: '', items }],
  })
  await admin.api(publishAssessment, { id })
  const attempts = []
  for (const text of texts) {
    const student = await school.student()
    const tab = await startTestAttempt(student, id)
    await tab.save([
      { slot: 0, seq: 1, answer: { type: 'essay', text: `<p>Traders of ${text} shout.</p>` } },
      { slot: 1, seq: 2, answer: { type: 'short_text', text } },
    ])
    await tab.submit()
    attempts.push({ student, id: tab.id })
  }
  return { admin, id, attempts }
}

const essay = (page: Page, text: string) => page.getByText(`Traders of ${text} shout.`).waitFor()
const status = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor()
const progress = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const form = (page: Page) => page.getByRole('form', { name: 'Mark' })

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('answers are marked by question with the keyboard, and released, on a %s', async (device, size) => {
  const { admin, id, attempts } = await createSubmitted(`Markets on a ${device}`, [
    'Kano',
    'Onitsha',
    'Accra',
  ])
  const visit = await openPage(`/manage/assessments/${id}/results`, admin, { size })
  const { page } = visit
  await page.getByText('To mark: 1').first().waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Mark answers: 3' }).click()

  await progress(page, '0 of 3 marked')
  await essay(page, 'Kano')
  await expectSound(page)
  await page.keyboard.press('1')
  await page.keyboard.type('.5')
  await page.keyboard.press('Enter')
  await essay(page, 'Onitsha')
  await status(page, '1 mark saved.')
  await progress(page, '1 of 3 marked')

  // Without points nothing is saved, and the field says so.
  await page.keyboard.press('c')
  await page.keyboard.type('Vivid <b>voices</b>.')
  await page.keyboard.press('Control+Enter')
  await form(page).getByText('Enter the points, from 0 to 2.').waitFor()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await essay(page, 'Accra')
  await progress(page, '2 of 3 marked')
  await page.keyboard.press('u')
  await essay(page, 'Onitsha')
  await form(page).getByText('Not marked yet').waitFor()
  await progress(page, '1 of 3 marked')
  await page.keyboard.press('ArrowRight')
  await essay(page, 'Accra')

  // Another person marks the same answer: both marks are shown, and the marker decides.
  const other = await schoolApp.school.admin()
  const marks = [{ slot: 0, expected_step: 1, points: 0.5, comment: 'Too short.' }]
  await other.api(markAnswers, { id: attempts[2]!.id, marks })
  await page.keyboard.press('f')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: `${other.name} marked this answer meanwhile` })
  await alert.getByText('Present mark: 0.5 of 2 points').waitFor()
  await alert.getByText('Too short.').waitFor()
  await expectSound(page)
  await alert.getByRole('button', { name: 'Replace by mine: 2' }).press('Enter')
  await alert.waitFor({ state: 'detached' })

  await essay(page, 'Onitsha')
  await form(page).getByRole('textbox', { name: 'Comment for the student' }).fill('Vivid <b>voices</b>.')
  await form(page)
    .getByRole('textbox', { name: /^Points/ })
    .fill('1')
  await page.keyboard.press('Enter')
  await progress(page, '3 of 3 marked')
  const stored = await admin.api(listAnswersToMark, { id, state: 'marked' })
  expect(stored.data.filter(({ slot }) => slot === 0)).toMatchObject([
    { points: 1.5 },
    { points: 1, comment: 'Vivid <b>voices</b>.' },
    { points: 2, marked_by_name: admin.name },
  ])

  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('button', { name: 'Release results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release 3 results?' })
  await dialog.getByRole('button', { name: 'Release results' }).click()
  await page.getByText('3 results released').waitFor()
  await closePage(visit)

  const { student, id: attempt_id } = attempts[1]!
  const own = await openPage(`/assessments/attempts/${attempt_id}`, student, { size })
  await own.page.getByText('1 / 2').or(own.page.getByText('1 of 2 points')).first().waitFor()
  // A comment is text, not HTML.
  await own.page.getByText('Vivid <b>voices</b>.').waitFor()
  await expectSound(own.page)
})

test('equal short answers are marked as one, and a failed mark is kept and tried again', async () => {
  const { admin, id } = await createSubmitted('Authors', ['Achebe', 'Achebe', 'Achebe', 'Okri'])
  const { page, context } = await openPage(`/manage/assessments/${id}/marking?show=all`, admin, {
    alone: true,
  })
  await page.getByRole('combobox', { name: 'Question' }).click()
  await page.getByRole('option', { name: /^Author/ }).click()
  await page.getByText('2 other students gave the same answer.').waitFor()
  await form(page)
    .getByRole('textbox', { name: /^Points/ })
    .fill('2')
  await context.setOffline(true)
  await form(page).getByRole('button', { name: 'Save for all 3' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The mark was not saved' })
  await alert.waitFor()
  await context.setOffline(false)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('status').getByText('3 marks saved.').waitFor()
  const { data } = await admin.api(listAnswersToMark, { id })
  expect(data.filter(({ slot }) => slot === 1).map(({ points }) => points)).toEqual([2, 2, 2, 0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 other students gave the same answer.').waitFor()
  const undone = (await admin.api(listAnswersToMark, { id })).data.filter(({ slot }) => slot === 1)
  expect(undone.map(({ points }) => points)).toEqual([0, 0, 0, 0])
})

test('anonymous marking shows no name, and a change of the order keeps the answer', async () => {
  const { admin, id, attempts } = await createSubmitted('Rivers', ['Benue', 'Volta'], {
    anonymous_marking: true,
  })
  const { page } = await openPage(`/manage/assessments/${id}/marking`, admin)
  const bodies: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/assessments/')) void response.text().then((body) => bodies.push(body))
  })
  await essay(page, 'Benue')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await essay(page, 'Volta')
  await page.getByRole('radio', { name: 'By student' }).click()
  await page
    .getByText('0 of 4 marked', { exact: true })
    .or(page.getByText('2 of 4 marked', { exact: true }))
    .waitFor()
  await essay(page, 'Volta')
  await page.getByText('Name hidden').first().waitFor()
  const content = await page.content()
  expect(bodies.length).toBeGreaterThan(0)
  for (const { student } of attempts) expect(content + bodies.join('')).not.toContain(student.name)
  await admin.api(releaseResults, { id })
})

test('an essay is marked by a rubric and a saved comment, and a change of the rubric changes marks', async () => {
  const { admin, id, attempts } = await createSubmitted('Hills', ['Jos', 'Kumasi'])
  const visit = await openPage(`/manage/assessments/${id}/marking`, admin, { size: phoneViewport })
  const { page } = visit
  await page.getByRole('button', { name: 'Create rubric' }).click()
  const editor = page.getByRole('dialog', { name: 'Create rubric' })
  await editor.getByRole('textbox', { name: 'Name of the criterion' }).fill('Senses')
  await expectSound(page)
  await editor.getByRole('button', { name: 'Save rubric' }).click()
  await page
    .getByRole('group', { name: 'Senses' })
    .getByRole('radio', { name: /^Partly met/ })
    .waitFor()
  await expectSound(page)

  const points = form(page).getByRole('textbox', { name: /^Points/ })
  await page.keyboard.press('2')
  await expect.poll(() => points.inputValue()).toBe('1')
  await page.keyboard.press('c')
  await page.keyboard.type('Name a source. /')
  const comments = page.getByRole('dialog', { name: 'Saved comments' })
  await comments.getByRole('button', { name: 'Save this comment for me' }).click()
  await comments.getByText('Comment saved').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await comments.waitFor({ state: 'detached' })
  await form(page).getByRole('button', { name: 'Save and next' }).click()

  await essay(page, 'Kumasi')
  await page.keyboard.press('1')
  await expect.poll(() => points.inputValue()).toBe('2')
  await page.keyboard.press('c')
  await page.keyboard.press('/')
  await comments.getByRole('button', { name: 'Name a source.', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await comments.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Enter')
  await progress(page, '2 of 2 marked')

  await page.getByRole('button', { name: 'Edit rubric' }).click()
  const changed = page.getByRole('dialog', { name: 'Edit rubric' })
  await changed.getByRole('textbox', { name: 'Points', exact: true }).nth(1).fill('0.5')
  await changed.getByRole('button', { name: 'Save rubric' }).click()
  await changed.getByText('1 mark changes.').waitFor()
  await changed.getByRole('button', { name: 'Save and change 1 mark' }).click()
  await changed.waitFor({ state: 'detached' })
  const { data } = await admin.api(listAnswersToMark, { id })
  expect(data.filter(({ slot }) => slot === 0)).toMatchObject([
    { points: 0.5, comment: 'Name a source.' },
    { points: 2, comment: 'Name a source.' },
  ])
  await admin.api(releaseResults, { id })
  await closePage(visit)

  const { student, id: attempt_id } = attempts[0]!
  const own = await openPage(`/assessments/attempts/${attempt_id}`, student, { size: phoneViewport })
  await own.page.getByText('Senses').waitFor()
  await own.page.getByText('Partly met · 0.5 of 2 points').waitFor()
  await expectSound(own.page)
})
