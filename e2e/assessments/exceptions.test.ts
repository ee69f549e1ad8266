import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  createAssessment,
  getAssessmentOverview,
  listAccommodations,
  listAssessmentExceptions,
  listAssessments,
  publishAssessment,
} from '#assessments/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createQuestion, createQuestionBank } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** An exam of 60 minutes of a course, and a student of that course. */
async function createExam() {
  const { school } = schoolApp
  const admin = await school.admin()
  const name = `Finals ${newId().slice(-6)}`
  const course = await school.course()
  const student = await school.student()
  await school.enrol(student, course)
  const { id: bank_id } = await admin.api(createQuestionBank, { name })
  const question = await admin.api(createQuestion, { bank_id, name, ...sampleQuestion('true_false') })
  const { id } = await admin.api(createAssessment, {
    kind: 'exam',
    name,
    course_id: course.id,
    settings: { time_limit_minutes: 60 },
    sections: [{ name: '', instructions: '', items: [{ question_id: question.id, draw: null, points: 1 }] }],
  })
  await admin.api(publishAssessment, { id })
  return { admin, student, course, id, name }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseStudent(page: Page, name: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Student' }).fill(name)
  await page.getByRole('option', { name }).click()
  return dialog
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('an admin gives a student more time and attempts on a %s', async (_device, size) => {
  const { admin, student, course, id } = await createExam()
  const { page } = await openPage(`/manage/assessments/${id}`, admin, { size })
  await page.getByRole('link', { name: 'Exceptions for students' }).click()
  await page.getByText('No exceptions').waitFor()
  await expectSound(page)
  await button(page, 'Add exception').first().click()
  const dialog = await chooseStudent(page, student.name)
  await dialog.getByRole('textbox', { name: 'Extra minutes' }).fill('30')
  await dialog.getByRole('textbox', { name: 'Extra attempts' }).fill('2')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('+30 min').waitFor()
  await page.getByText('Attempts: +2').waitFor()
  const own = () => student.api(getAssessmentOverview, { id })
  expect(await own()).toMatchObject({ time_limit_minutes: 90, max_attempts: 3 })

  await button(page, 'Add accommodation').click()
  await chooseStudent(page, student.name)
  await dialog.getByRole('textbox', { name: 'More time' }).fill('50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('+50 % time').waitFor()
  await expectSound(page)
  expect(await own()).toMatchObject({ time_limit_minutes: 120 })

  await button(page, `Edit ${student.name}`).first().click()
  await dialog.getByRole('textbox', { name: 'Extra minutes' }).fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('+10 min').waitFor()
  await button(page, `Take back from ${student.name}`).first().click()
  await page.getByText('No exceptions').waitFor()
  await button(page, `Take back from ${student.name}`).click()
  await page.getByText('No student has one.').waitFor()
  expect((await admin.api(listAssessmentExceptions, { id })).data).toEqual([])
  expect((await admin.api(listAccommodations, { course_id: course.id })).data).toEqual([])
})

test('an admin copies an exam to the whole school and deletes it', async () => {
  const { admin, name } = await createExam()
  const { page } = await openPage(`/manage/assessments?search=${encodeURIComponent(name)}`, admin, {
    size: phoneViewport,
  })
  await button(page, `Copy ${name}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill(`${name} again`)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('heading', { level: 1, name: `${name} again` }).waitFor()
  await page.goBack()
  await button(page, `Delete ${name} again`).click()
  await dialog.getByText('Their attempts and results stay.').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await button(page, `Delete ${name} again`).waitFor({ state: 'hidden' })
  await button(page, `Delete ${name}`).waitFor()
  const { data } = await admin.api(listAssessments, { q: name })
  expect(data.map((each) => each.name)).toEqual([name])
})
