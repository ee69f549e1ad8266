import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAssessment, getAttempt, publishAssessment } from '#assessments/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank, updateQuestion } from '#questions/contract.ts'
import { startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A quiz of the school that two students submitted before its key was corrected. */
async function createCorrectedQuiz() {
  const { school } = schoolApp
  const admin = await school.admin()
  const name = `Capitals ${newId().slice(-6)}`
  const { id: bank_id } = await admin.api(createQuestionBank, { name })
  const question = await admin.api(createQuestion, { bank_id, name, ...sampleQuestion('single_choice') })
  const items = [{ question_id: question.id, draw: null, points: 2 }]
  const { id } = await admin.api(createAssessment, {
    kind: 'quiz',
    name,
    sections: [{ name: '', instructions: '', items }],
  })
  await admin.api(publishAssessment, { id })
  const submit = async (answer: typeof testAnswers.right_choice | typeof testAnswers.incorrect_choice) => {
    const person = await school.student()
    const tab = await startTestAttempt(person, id)
    await tab.save([{ slot: 0, seq: 1, answer }])
    await tab.submit()
    return { person, attempt_id: tab.id }
  }
  const loser = await submit(testAnswers.right_choice)
  const winner = await submit(testAnswers.incorrect_choice)
  await admin.api(updateQuestion, {
    bank_id,
    id: question.id,
    key: { ...question.key, fractions: { optccc: 1 } } as never,
  })
  return { admin, id, name, loser, winner }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('an admin regrades a question after a look at the preview on a %s', async (_device, size) => {
  const { admin, id, name, loser, winner } = await createCorrectedQuiz()
  const { page } = await openPage(`/manage/assessments/${id}`, admin, { size })
  await page.getByRole('link', { name: 'Regrade', exact: true }).click()
  await page.getByText('Graded by an older key: 2').waitFor()
  await expectSound(page)
  await button(page, `Regrade ${name}`).click()
  await page.getByRole('radio', { name: 'The new key', exact: true }).waitFor()
  await expectSound(page)
  await button(page, 'Compute preview').click()
  await page.getByText('Rise: 1').waitFor()
  await page.getByRole('radio', { name: 'Fall: 1' }).check()
  await page.getByText('100 % → 0 %').waitFor()
  await page.getByText(winner.person.name).waitFor({ state: 'hidden' })
  await page.getByText(loser.person.name).waitFor()
  await expectSound(page)
  await button(page, 'Apply').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Change these marks?').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Changed marks: 2.').waitFor()
  await expectSound(page)
  const { result } = await winner.person.api(getAttempt, { id: winner.attempt_id })
  expect(result).toMatchObject({ points: 2, score: 100 })
  await button(page, 'Asked questions').click()
  await page.getByText('Graded by an older key').waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Earlier regrades' }).last().waitFor()

  const student = await openPage('/notifications', loser.person, { size })
  await student.page.getByRole('link', { name: `Your result of ${name} changed after a correction.` }).click()
  await student.page.getByText('0 of 2 points').first().waitFor()
})
