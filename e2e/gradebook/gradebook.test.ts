import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getGradebook, getMyGrades, listGrades, saveGradebook, saveGrades } from '#gradebook/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A course with four students in the order of their names. */
async function aClass() {
  const teacher = await schoolApp.school.teacher()
  const course = await schoolApp.school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  const students = []
  for (const name of ['Ada Obi', 'Bola Ọláyínká', 'Chidi Eze', 'محمد عبد الله']) {
    const student = await schoolApp.school.student({ name })
    await schoolApp.school.enrol(student, course)
    students.push(student)
  }
  return { teacher, students, course_id: course.id }
}

const plain = { weight: 1, is_extra_credit: false, due_at: null, assessment_id: null }

/** Quizzes with two items of 10 points, of which the lowest does not count, and an exam of 100. */
async function aGradebook() {
  const found = await aClass()
  const [quizzes, exams] = [newId(), newId()]
  const items = [
    { id: newId(), name: 'Quiz 1', category_id: quizzes, max_points: 10, ...plain },
    {
      id: newId(),
      name: 'Quiz 2',
      category_id: quizzes,
      max_points: 10,
      ...plain,
      due_at: '2020-01-01T10:00:00Z',
    },
    { id: newId(), name: 'Final exam', category_id: exams, max_points: 100, ...plain },
  ]
  const { course_id, teacher } = found
  const book = await teacher.api(saveGradebook, {
    course_id,
    version: 0,
    is_released: false,
    scale: [
      { label: 'Pass', min_percent: 50 },
      { label: 'Fail', min_percent: 0 },
    ],
    categories: [
      { id: quizzes, name: 'Quizzes', weight: 40, method: 'points', drop_lowest: 1 },
      { id: exams, name: 'Exams', weight: 60, method: 'points', drop_lowest: 0 },
    ],
    items,
  })
  return { ...found, book, items }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
/** The cell that has the focus, without the words of its buttons. */
const focusedCell = (page: Page) => page.locator('[data-cell]:focus')

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('a gradebook is set up on a %s', async (_device, size) => {
  const { teacher, course_id } = await aClass()
  const { page } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher, { size })
  await page.getByText('No gradebook yet').waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Set up gradebook' }).click()
  await page.getByRole('textbox', { name: 'Name of the category' }).fill('Quizzes')
  await page.getByRole('textbox', { name: 'Weight', exact: true }).fill('40')
  await page.getByRole('textbox', { name: 'Maximum points' }).fill('')
  await button(page, 'Save gradebook').click()
  await page
    .getByRole('textbox', { name: 'Name of the item' })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  await page
    .getByRole('textbox', { name: 'Maximum points' })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Name of the item' }).fill('Quiz 1')
  await page.getByRole('textbox', { name: 'Maximum points' }).fill('20')
  await button(page, 'Add category').click()
  await page.getByRole('textbox', { name: 'Name of the category' }).nth(1).fill('Exams')
  await button(page, 'Add item').nth(1).click()
  await page.getByRole('textbox', { name: 'Name of the item' }).nth(1).fill('Final exam')
  await button(page, 'Move Exams up').click()
  await page.getByRole('combobox', { name: 'Scale of this course' }).selectOption('Letters A to F')
  await expectSound(page)
  await button(page, 'Save gradebook').click()
  await page.getByText('Gradebook saved').waitFor()
  const book = await teacher.api(getGradebook, { course_id })
  expect(book.categories.map(({ name, weight }) => [name, weight])).toEqual([
    ['Exams', 100],
    ['Quizzes', 40],
  ])
  expect(book.items.map(({ name, max_points }) => [name, max_points])).toEqual([
    ['Quiz 1', 20],
    ['Final exam', 100],
  ])
  expect(book.scale).toHaveLength(5)
})

test('a teacher grades by keyboard, overrides with a reason and reads how a total is computed', async () => {
  const { teacher, course_id, students, items } = await aGradebook()
  const { page } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher)
  const grid = page.getByRole('grid', { name: 'Grades' })
  await grid.getByRole('rowheader', { name: 'Ada Obi' }).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('8,5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('6')
  await page.keyboard.press('Tab')
  await page.keyboard.type('90%')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ex')
  await page.keyboard.press('Enter')
  await saved(page)
  const cellsOf = async () => (await teacher.api(listGrades, { course_id })).data
  const gradesOf = async (index: number) => {
    const row = (await cellsOf()).find(({ student_id }) => student_id === students[index]!.id)!
    return items.map(({ id }) => {
      const grade = row.grades.find(({ item_id }) => item_id === id)
      return grade?.is_excused ? 'EX' : (grade?.points ?? null)
    })
  }
  expect([await gradesOf(0), await gradesOf(1), await gradesOf(2)]).toEqual([
    [8.5, null, null],
    [6, 9, null],
    [null, 'EX', null],
  ])
  await expectSound(page)

  await grid.getByRole('rowheader', { name: 'Ada Obi' }).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  const dialog = page.getByRole('dialog', { name: 'Ada Obi, Quiz 1' })
  await dialog.getByRole('textbox', { name: 'Points' }).fill('9')
  await dialog.getByRole('checkbox', { name: 'Handed in late' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Question 2 was unclear')
  await dialog.getByText('8.5 of 10').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await button(page, 'Save grade').click()
  await dialog.waitFor({ state: 'hidden' })
  await saved(page)
  expect(await focusedCell(page).getAttribute('data-cell')).toBe('0:2')
  await grid.getByText('Late').waitFor()
  await grid.getByText('Missing').first().waitFor()
  await grid.getByText('Dropped').waitFor()
  await page.keyboard.press('Alt+ArrowDown')
  await dialog.getByText('Question 2 was unclear').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const sum = page.getByRole('dialog', { name: 'Bola Ọláyínká, Course total' })
  await sum.getByText('90 % × 100 %').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+End')
  expect(await focusedCell(page).getAttribute('data-cell')).toMatch(/^3:/)
  await grid.getByRole('rowheader', { name: 'Ada Obi' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await focusedCell(page).evaluate((cell) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '70\r\n80,5\r\nnobody\r\n')
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText('Cells that were not pasted: 1.').waitFor()
  await expect
    .poll(async () => [(await gradesOf(0))[2], (await gradesOf(1))[2], (await gradesOf(2))[2]])
    .toEqual([70, 80.5, null])
})

test('a change of another person is reported with both values', async () => {
  const { teacher, course_id, students, items } = await aGradebook()
  const admin = await schoolApp.school.admin({ name: 'Efe Okoro' })
  const { page } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher)
  const cell = page.locator('[data-cell="0:2"]')
  await cell.waitFor()
  const grade = { student_id: students[0]!.id, item_id: items[0]!.id }
  await admin.api(saveGrades, { course_id, grades: [{ ...grade, points: 4 }] })
  await cell.click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  const note = page.getByRole('alert').filter({ hasText: 'Somebody else changed these grades' })
  await note.getByText('you entered 7, and Efe Okoro saved 4').waitFor()
  await expectSound(page)
  await cell.getByText('4', { exact: true }).waitFor()
  await button(page, 'Save mine instead').click()
  await note.waitFor({ state: 'hidden' })
  await saved(page)
  const points = async () =>
    (await teacher.api(listGrades, { course_id, search: 'Ada' })).data[0]!.grades.map((one) => one.points)
  await expect.poll(points).toEqual([7])
})

test('grades that are entered offline are saved when the connection is back', async () => {
  const { teacher, course_id } = await aGradebook()
  const { page, context } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher, { alone: true })
  await page.locator('[data-cell="0:2"]').click()
  await context.setOffline(true)
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Offline.').waitFor()
  await context.setOffline(false)
  await saved(page)
  const { data } = await teacher.api(listGrades, { course_id, search: 'Ada' })
  expect(data[0]!.grades).toMatchObject([{ points: 7 }])
})

test('on a phone, grades are entered by student', async () => {
  const { teacher, course_id, students } = await aGradebook()
  const { page } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher, { size: phoneViewport })
  await page.getByRole('searchbox', { name: 'Search students' }).fill('olayinka')
  await button(page, 'Ada Obi').waitFor({ state: 'hidden' })
  await expectSound(page)
  await page.getByRole('button', { name: 'Bola Ọláyínká' }).click()
  await page.getByRole('textbox', { name: 'Quiz 1' }).fill('x')
  await page.keyboard.press('Tab')
  await page.getByText('is not a grade').waitFor()
  await page.getByRole('textbox', { name: 'Quiz 1' }).fill('8')
  await page.getByRole('textbox', { name: 'Final exam' }).fill('50')
  await page.keyboard.press('Enter')
  await saved(page)
  await button(page, 'Course total: 62 % · Pass').waitFor()
  await expectSound(page)
  await button(page, 'Details of Quiz 1').click()
  await page.getByRole('dialog').getByText('8 of 10').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Points' }).fill('9')
  await button(page, 'Save grade').click()
  await saved(page)
  const { data } = await teacher.api(listGrades, { course_id, search: 'olayinka' })
  expect(data).toMatchObject([{ student_id: students[1]!.id, total_percent: 66, grade_label: 'Pass' }])
  await button(page, 'All students').click()
  await page.locator('[data-student]:focus').waitFor()
})

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('a student sees released grades, and what a grade would change, on a %s', async (_device, size) => {
  const { teacher, course_id, students, items } = await aGradebook()
  const student = students[0]!
  const mine = await openPage(`/courses/${course_id}/grades`, student, { size })
  await mine.page.getByText('No grades yet').waitFor()
  await expectSound(mine.page)
  await teacher.api(saveGrades, {
    course_id,
    grades: [
      { student_id: student.id, item_id: items[0]!.id, points: 7 },
      { student_id: student.id, item_id: items[1]!.id, points: 9, is_late: true },
    ],
  })
  const staff = await openPage(`/manage/courses/${course_id}/gradebook`, teacher)
  await staff.page.getByRole('switch', { name: 'Students see their grades' }).click()
  await button(staff.page, 'Release grades').click()
  await staff.page.getByText('Students see their grades now.').waitFor()
  const [row] = (await teacher.api(listGrades, { course_id, search: 'Ada' })).data
  expect(row).toMatchObject({ total_percent: 90, grade_label: 'Pass' })
  await staff.page.locator('[data-cell="0:1"]').getByText('90 %').waitFor()

  const { page } = mine
  await page.reload()
  await page.locator('[data-my-total]').getByText('90 % · Pass').waitFor()
  await page.locator('[data-mark=late]').getByText('Late').waitFor()
  await page.locator('[data-mark=dropped]').getByText('Dropped').waitFor()
  await expectSound(page)
  await button(page, 'How my total is computed').click()
  await page.getByRole('dialog').getByText('90 % × 100 %').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Try out grades' }).click()
  await page.getByRole('textbox', { name: 'What if: Final exam' }).fill('33,33')
  await page.locator('[data-what-if]').getByText('56 % · Pass').waitFor()
  await expectSound(page)
  await teacher.api(saveGrades, {
    course_id,
    grades: [{ student_id: student.id, item_id: items[2]!.id, points: 33.33 }],
  })
  expect((await student.api(getMyGrades, { course_id })).total_percent).toBe(56)
  await page.getByRole('textbox', { name: 'What if: Final exam' }).fill('x')
  await page.getByText('is not a grade').waitFor()
  await button(page, 'Reset').click()
  await page.locator('[data-what-if]').getByText('90 % · Pass').waitFor()
})

test.each([
  ['computer', desktopViewport],
  ['phone', phoneViewport],
])('an import shows changes and refuses a duplicate student on a %s', async (_device, size) => {
  const { teacher, course_id, students, items } = await aGradebook()
  const grade = { student_id: students[0]!.id, item_id: items[0]!.id, points: 4 }
  await teacher.api(saveGrades, { course_id, grades: [grade] })
  const { page } = await openPage(`/manage/courses/${course_id}/gradebook`, teacher, { size })
  await button(page, 'Import and export').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const lines = file.trimEnd().split('\r\n')
  const bola = lines.find((line) => line.includes('Bola'))!
  const changed = lines.map((line) => line.replace('"4"', '"9,5"'))
  const buffer = Buffer.from([...changed, bola].join('\r\n').replace('"Quiz 2"', '"Attendance"'))
  await button(page, 'Import and export').click()
  await page.getByRole('menuitem', { name: 'Import grades' }).click()
  await page.getByRole('heading', { name: 'Import grades' }).waitFor()
  await expectSound(page)
  await page.locator('input[type=file]').setInputFiles({ name: 'grades.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('heading', { name: 'Refused: 2' }).waitFor()
  await page.getByText('The student is in the file more than once.').first().waitFor()
  await page.getByText('Attendance').waitFor()
  await expectSound(page)
  await button(page, 'Save changes: 1').click()
  await page.getByText('Grades imported').waitFor()
  const { data } = await teacher.api(listGrades, { course_id, search: 'Ada' })
  expect(data[0]!.grades).toMatchObject([{ points: 9.5 }])
})
