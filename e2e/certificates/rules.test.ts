import { expect, test } from 'vitest'
import { createSchoolCertificate, listStudentCertificates } from '#certificates/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A course of one text with a quiz that may be left out, two students of it, and a template. */
async function createRuledCourse() {
  const { school } = schoolApp
  const course_name = `Knots ${newId().slice(-6)}`
  const admin = await school.admin()
  const course = await school.course({ course_name })
  const lesson = await school.lesson({ course_id: course.id })
  const parent = { course_id: course.id, lesson_id: lesson.id }
  const text = await school.content({ ...parent, title: 'Bowline' })
  await school.content({ ...parent, title: 'Knot quiz', type: 'assessment', position: 1, is_optional: true })
  const students = [await school.student({ name: 'Early' }), await school.student({ name: 'Later' })]
  for (const student of students) await school.enrol(student, course)
  const template = await admin.api(createSchoolCertificate, { course_id: course.id })
  const complete = (index: number) =>
    students[index]!.api(saveProgress, { content_id: text.id, completed: true })
  const count = async (index: number) =>
    (await admin.api(listStudentCertificates, { student_id: students[index]!.id })).data.length
  return { admin, course_name, template, complete, count }
}

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])(
  'on a %s a rule issues certificates to those who met it before and to those who meet it later',
  async (_device, size) => {
    const { admin, course_name, template, complete, count } = await createRuledCourse()
    await complete(0)
    const { page } = await openPage(`/manage/certificates/${template.id}`, admin, { size })
    const section = page.getByRole('region', { name: 'Issue automatically' })
    await section.getByText('No rules. Staff issue this certificate.').waitFor()
    const dialog = page.getByRole('dialog')
    await section.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText('Students who meet this rule now: 1').waitFor()
    await dialog.getByText('Without this certificate: 1').waitFor()
    await dialog.getByRole('combobox', { name: 'Assessment' }).click()
    await page.getByRole('option', { name: 'Knot quiz' }).click()
    await dialog.getByRole('textbox', { name: 'Lowest score (%)' }).fill('80')
    await dialog.getByText('Students who meet this rule now: 0').waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await section.getByText('Completes the course, and reaches 80% in Knot quiz').waitFor()

    await section.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText('Students who meet this rule now: 1').waitFor()
    await dialog.getByRole('checkbox', { name: 'Also issue it to them now' }).check()
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await section.getByText('Completes the course', { exact: true }).waitFor()
    await expectSound(page)
    await expect.poll(() => count(0), { timeout: 20_000 }).toBe(1)
    expect(await count(1)).toBe(0)
    await complete(1)
    await expect.poll(() => count(1), { timeout: 20_000 }).toBe(1)
    expect(await count(0)).toBe(1)

    await section.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText('This template already has a rule').first().waitFor()
    await page.keyboard.press('Escape')
    await section
      .getByRole('button', { name: `Delete rule: ${course_name}` })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('Rule deleted').waitFor()
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
  },
)
