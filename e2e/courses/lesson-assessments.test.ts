import { expect, test } from 'vitest'
import { resultChanged } from '#assessments/index.ts'
import { listAssessments, updateAssessment } from '#assessments/contract.ts'
import * as courses from '#courses/contract.ts'
import { createQuestion, createQuestionBank } from '#questions/contract.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** Adds a question to the only assessment of a course. */
async function addQuestion(teacher: TestUser, course_id: string) {
  const { id: bank_id } = await teacher.api(createQuestionBank, { name: 'Knots', course_id })
  const { id: question_id } = await teacher.api(createQuestion, {
    bank_id,
    name: 'Bowline',
    ...sampleQuestion('true_false'),
  })
  const { data } = await teacher.api(listAssessments, { course_id })
  const items = [{ question_id, draw: null, points: 3 }]
  await teacher.api(updateAssessment, {
    id: data[0]!.id,
    sections: [{ name: '', instructions: '', items }],
    settings: { time_limit_minutes: 20, pass_percent: 60 },
  })
}

test('a teacher adds a quiz to a course, and a student finds it before the lesson that it opens', async () => {
  const teacher = await schoolApp.school.teacher()
  const course = await teacher.api(courses.createCourse, { course_name: 'Knots', course_isPublic: true })
  const lesson = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Ropes' })
  const { page, complaints } = await openPage(`/manage/courses/${course.id}`, teacher)
  await page.getByRole('button', { name: 'Add lesson to Ropes' }).click()
  await page.getByRole('menuitem', { name: 'Assessment', exact: true }).click()
  await page.getByLabel('Title').fill('Test of the week')
  const section = page.getByRole('region', { name: 'Assessment' })
  await section.getByText('This lesson shows no assessment yet.').waitFor()
  await section.getByRole('button', { name: 'Create assessment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bowline and clove hitch')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Create assessment' }).click()
  await section.getByText('Bowline and clove hitch').waitFor()
  await section.getByText('Add questions to the assessment before you publish it.').waitFor()

  // It stays in the course, so that it can be chosen again.
  await section.getByRole('button', { name: 'Remove from lesson' }).click()
  await addQuestion(teacher, course.id)
  await section.getByRole('combobox', { name: 'Assessment of this course' }).click()
  await page.getByRole('option', { name: /Bowline and clove hitch/ }).click()
  await section.getByRole('button', { name: 'Use in this lesson' }).click()
  await section.getByText('20 min').waitFor()
  await section.getByRole('button', { name: 'Publish assessment' }).click()
  await section.getByText('Published', { exact: true }).waitFor()
  await page.getByText('Opening and completion').click()
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const contents = async () =>
    (await teacher.api(courses.getCourseContents, { id: course.id })).lessons[0]!.contents
  await expect
    .poll(async () => (await contents())[0])
    .toMatchObject({
      is_published: true,
      title: 'Test of the week',
      assessment: { question_count: 1, is_published: true },
    })
  expect(complaints).toEqual([])

  const quiz = (await contents())[0]!
  const text = await teacher.api(courses.createContent, {
    lesson_id: lesson.id,
    type: 'text',
    title: 'Splicing',
    is_published: true,
    body: '<p>Unlay the strands.</p>',
    opens_after_content_id: quiz.id,
  })
  await page.goto(page.url().replace(/\?.*/, `?topic=${text.id}`))
  await page.getByText('Opening and completion').click()
  await page.getByLabel('Minimum score').fill('70')
  await expect
    .poll(async () => (await contents())[1]!.opening)
    .toMatchObject({ opens_after_content_id: quiz.id, opens_after_score: 70 })

  const student = await schoolApp.school.student()
  await schoolApp.school.enrol(student, course)
  const learning = await openPage(`/learn/${course.id}?topic=${quiz.id}`, student, { size: phoneViewport })
  const card = learning.page.getByRole('region', { name: 'Bowline and clove hitch' })
  await card.getByText('Questions').waitFor()
  await card.getByText('20 min').waitFor()
  await card.getByText('Open', { exact: true }).waitFor()
  await card.getByRole('link', { name: 'Start' }).waitFor()
  await learning.page.getByText('Completed when you submit it').waitFor()
  await expectSound(learning.page)
  await learning.page.goto(learning.page.url().replace(quiz.id, text.id))
  const lock = learning.page.getByText('Opens when you reach 70% in “Test of the week”')
  await lock.filter({ visible: true }).first().waitFor()
  await expectSound(learning.page)

  const [assessment] = (await teacher.api(listAssessments, { course_id: course.id })).data
  await schoolApp.school.transact((ctx) =>
    ctx.emit(resultChanged, {
      course_id: course.id,
      assessment_id: assessment!.id,
      content_id: quiz.id,
      student_id: student.id,
      score: 80,
      is_late: false,
      is_submitted: true,
      is_passed: true,
    }),
  )
  await learning.page.reload()
  await learning.page.getByText('Unlay the strands.').waitFor()
  await learning.page.goto(learning.page.url().replace(text.id, quiz.id))
  await card.getByText('Submitted').waitFor()
  expect(learning.complaints).toEqual([])
})
