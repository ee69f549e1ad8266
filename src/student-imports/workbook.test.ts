import { describe, expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { csvLine } from '#lib/csv/csv.ts'
import { uploadTestList, anImportedList, lineErrorsOf } from '#testing/builders/student-list-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { createTestWorkbook, textRows } from '#testing/builders/xlsx-builder.ts'
import { unzip } from '#testing/formats/unzip.ts'
import * as contract from './contract.ts'

test('reads a workbook like a text file, and exports its invalid lines', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const rows = textRows([
    ['Name', 'E-mail', 'Code'],
    ['Amina Bello', 'amina@kano.test', 'K1'],
    ['', '', ''],
    ['=1+1', 'nobody', 'K2'],
  ])
  const bytes = await createTestWorkbook({ sheets: [{ rows: '' }, { rows }] })
  const found = await uploadTestList(school, admin, { list: bytes })
  expect(found).toMatchObject({ state: 'ready', total: 2, new_count: 1, invalid_count: 1, encoding: null })
  expect(found.columns.map(({ field }) => field)).toEqual(['name', 'email', 'user_code'])
  const done = await anImportedList(school, admin, { list: bytes, add_immediately: true })
  expect(done).toMatchObject({ state: 'done', added_count: 1 })
  expect(await lineErrorsOf(admin, done.job_id)).toEqual([[4, 'bad_address']])
  expect((await admin.api(accounts.listStudents, {})).data).toMatchObject([
    { name: 'Amina Bello', email: 'amina@kano.test', user_code: 'K1' },
  ])
})

describe('the file of invalid lines', () => {
  const list = [
    ['Name', 'E-mail', 'Code', 'Faculty', 'Role'],
    ['=1+1', 'nobody', '007', '', ''],
    ['+Amina & <Co>', 'amina@nowhere', '0042', 'Alchemy', ''],
    ['@SUM(A1)', '', '', '-Arts', 'Teacher'],
    ['_x0041_', 'o@kano.test', '1e5', '', 'admin'],
  ]

  test.each(['csv', 'xlsx'] as const)(
    'gives the same result when it is imported again as %s',
    async (format) => {
      const school = await createTestSchool()
      const admin = await school.admin()
      const first = await uploadTestList(school, admin, { list: list.map(csvLine).join('') })
      expect(first.invalid_count).toBe(4)
      const file = await admin.api(contract.exportInvalidLines, { job_id: first.job_id, format })
      expect(file.file_name).toBe(`invalid-rows.${format}`)
      const again = await uploadTestList(school, admin, { list: Buffer.from(file.content, 'base64') })
      expect(again.columns.map(({ field }) => field)).toEqual([
        'name',
        'email',
        'user_code',
        'faculty',
        'role',
        'problem',
      ])
      const invalidLines = async (job_id: string) =>
        (await admin.api(contract.listImportLines, { job_id, status: 'invalid' })).data
      expect(await invalidLines(again.job_id)).toEqual(await invalidLines(first.job_id))
      const repeated = await admin.api(contract.exportInvalidLines, { job_id: again.job_id, format })
      expect(repeated.content).toBe(file.content)
    },
  )

  test('is CSV unless the caller requests XLSX, with text cells only', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { job_id } = await uploadTestList(school, admin, { list: list.map(csvLine).join('') })
    const csv = await admin.api(contract.exportInvalidLines, { job_id })
    expect(csv.content_type).toBe('text/csv; charset=utf-8')
    const xlsx = await admin.api(contract.exportInvalidLines, { job_id, format: 'xlsx' })
    const sheet = String((await unzip(Buffer.from(xlsx.content, 'base64'))).get('xl/worksheets/sheet1.xml'))
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
    expect(sheet).toContain('<t xml:space="preserve">007</t>')
    expect(sheet).not.toMatch(/<f>|<v>/)
  })
})

test('marks only the import of an unreadable workbook as failed', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const doctype = '<!DOCTYPE x [<!ENTITY a "a">]><worksheet><sheetData/></worksheet>'
  const bytes = await createTestWorkbook({
    sheets: [{ rows: '' }],
    parts: { 'xl/worksheets/sheet1.xml': doctype },
  })
  expect(await uploadTestList(school, admin, { list: bytes })).toMatchObject({
    state: 'failed',
    failure: 'bad_workbook',
  })
})
