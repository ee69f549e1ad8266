import { expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { uploadTestList, anImportedList, lineErrorsOf } from '#testing/builders/student-list-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { createTestWorkbook, textRows } from '#testing/builders/xlsx-builder.ts'

test('a workbook is read as a list is, and its faulty lines come back as a file', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const rows = textRows([
    ['Name', 'E-mail', 'Code'],
    ['Amina Bello', 'amina@kano.test', 'K1'],
    ['', '', ''],
    ['=1+1', 'nobody', 'K2'],
  ])
  const bytes = await createTestWorkbook({ sheets: [{ rows: '' }, { rows }] })
  const found = await uploadTestList(school, admin, bytes)
  expect(found).toMatchObject({ state: 'ready', total: 2, new_count: 1, invalid_count: 1, encoding: null })
  expect(found.columns.map(({ field }) => field)).toEqual(['name', 'email', 'user_code'])
  const done = await anImportedList(school, admin, bytes, { add_immediately: true })
  expect(done).toMatchObject({ state: 'done', added_count: 1 })
  expect(await lineErrorsOf(admin, done.job_id)).toEqual([[4, 'bad_address']])
  expect((await admin.api(accounts.listStudents, {})).data).toMatchObject([
    { name: 'Amina Bello', email: 'amina@kano.test', user_code: 'K1' },
  ])
})

test('a workbook that cannot be read ends its list, and nothing else', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const doctype = '<!DOCTYPE x [<!ENTITY a "a">]><worksheet><sheetData/></worksheet>'
  const bytes = await createTestWorkbook({
    sheets: [{ rows: '' }],
    parts: { 'xl/worksheets/sheet1.xml': doctype },
  })
  expect(await uploadTestList(school, admin, bytes)).toMatchObject({
    state: 'failed',
    failure: 'bad_workbook',
  })
})
