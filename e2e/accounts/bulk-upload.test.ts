import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listStudentCourses } from '#learning/contract.ts'
import { readSheet } from '#lib/xlsx/read-sheet.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

test('an admin imports a list on a phone with preview, and corrects invalid lines', async () => {
  const { school } = schoolApp
  const [admin, student] = [await school.admin(), await school.student({ name: 'Bo Li' })]
  const course = await school.course({ course_name: 'Algebra' })
  const { page } = await openPage('/manage/students', admin, { size: phoneViewport })
  await page.getByRole('link', { name: 'Import students' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import students' }).waitFor()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('group', { name: 'Template for students', exact: true })
      .getByRole('link', { name: 'CSV' })
      .click(),
  ])
  expect(template.suggestedFilename()).toBe('bulk-students-upload.csv')
  const filled = (await readFile(await template.path(), 'utf8')) + `Stéphane,Ó Briain,new@kano.test,K1\r\n`
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(`${filled}Bo,Li,${student.email},\r\nNo,Body,nobody,\r\n`)

  const found = page.getByLabel('Found in the file')
  await found.waitFor()
  expect((await found.innerText()).split(/\n+/)).toEqual([
    'New',
    '1',
    'Already students',
    '1',
    'Already invited',
    '0',
    'Errors',
    '1',
  ])
  await page.getByText('2 example rows of the template are ignored.').waitFor()
  await page.getByText('Invalid e-mail address').filter({ visible: true }).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
  await page.getByRole('combobox', { name: 'Courses (optional)' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Algebra' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite 1 student' }).click()

  await page.getByText('Import finished').waitFor()
  const result = page.getByLabel('Result')
  expect((await result.innerText()).split(/\n+/)).toEqual([
    'Invited',
    '1',
    'Updated',
    '1',
    'Unchanged',
    '0',
    'Errors',
    '1',
  ])
  const { data } = await admin.api(listStudentCourses, { student_id: student.id })
  expect(data.map(({ course_id }) => course_id)).toEqual([course.id])
  expect(await accessibilityIssues(page)).toEqual([])
  const saveInvalidLines = async (format: string) => {
    await page.getByRole('button', { name: 'Download rows with errors' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return file
  }
  const workbook = await saveInvalidLines('Excel (.xlsx)')
  expect(workbook.suggestedFilename()).toBe('invalid-rows.xlsx')
  const rows = await readSheet(await readFile(await workbook.path()), { maxRows: 10 })
  expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['Name', 'E-mail'],
    ['No Body', 'nobody'],
  ])
  const faulty = await saveInvalidLines('CSV')
  const mended = (await readFile(await faulty.path(), 'utf8')).replace('"nobody"', '"body@kano.test"')
  await page.reload()
  await page.getByRole('button', { name: 'Import another list' }).click()
  await choose(mended)
  // Invitations beyond the daily limit wait, and the pages that cause them show this.
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('external_mail_counts')
      .values({ school_id, day: Math.floor(Date.now() / 86_400_000), cause: 'school', sent: 1_000_000 })
      .onConflict((conflict) =>
        conflict.columns(['school_id', 'day', 'cause']).doUpdateSet({ sent: 1_000_000 }),
      )
      .execute(),
  )
  await page.getByRole('button', { name: 'Invite 1 student' }).click()
  await page.getByText('Import finished').waitFor()
  await page.getByRole('link', { name: 'Students' }).first().click()
  await page.getByText('You have reached today’s e-mail limit').waitFor()
  await page.getByText('E-mails that are waiting: 1.').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
})
