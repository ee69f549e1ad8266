import { beforeAll, describe, expect, test } from 'vitest'
import { requestUpload } from '#uploads/contract.ts'
import { createFaculty } from '#faculties/contract.ts'
import { createTestZip } from '#testing/builders/files.ts'
import { uploadTestList, lineErrorsOf } from '#testing/builders/student-list-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { readStudentListJobDefinition } from '../jobs.ts'
import { maxLines } from './line-codes.ts'

let school: TestSchool
let admin: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const read = async (list: string | Uint8Array) => {
  // A new admin each time, because requests are limited per person.
  admin = await school.admin()
  return uploadTestList(school, admin, { list })
}
const lines = async (job_id: string) =>
  (await admin.api(contract.listImportLines, { job_id, limit: 100 })).data.map(
    ({ name, email, user_code }) => [name, email, user_code],
  )

describe('reads a file with', () => {
  test.each<[string, string, (string | null)[], string[]]>([
    ['commas', 'Name,E-mail\nAmina Bello,a@kano.test', ['name', 'email'], ['Amina Bello', 'a@kano.test', '']],
    [
      'semicolons, French headings in any order, two halves of a name',
      'Courriel;Téléphone;Prénom;Nom;Matricule\r\nA@Kano.Test;08;Stéphane;Müller;K/1\r\n',
      ['email', null, 'firstName', 'lastName', 'user_code'],
      ['Stéphane Müller', 'a@kano.test', 'K/1'],
    ],
    [
      'tabs and quotes',
      '"EMAIL ADDRESS"\t"Full  name"\n"a@kano.test"\t"Bello, ""Mina"""',
      ['email', 'name'],
      ['Bello, "Mina"', 'a@kano.test', ''],
    ],
    ['no headings', 'مريم علي,a@kano.test', ['name', 'email'], ['مريم علي', 'a@kano.test', '']],
    ['one column', 'Mail\nmailto:a@kano.test', ['email'], ['', 'a@kano.test', '']],
    [
      'an address in brackets and a formula that a spreadsheet was kept from',
      "Name,E-mail\n'=cmd()|x,Amina <a@kano.test>",
      ['name', 'email'],
      ['=cmd()|x', 'a@kano.test', ''],
    ],
    [
      'a password, which is not read',
      'Email,Password,Name\na@kano.test,hunter2,Amina',
      ['email', 'password', 'name'],
      ['Amina', 'a@kano.test', ''],
    ],
  ])('%s', async (_name, list, fields, line) => {
    const shown = await read(list)
    expect(shown).toMatchObject({ state: 'ready', total: 1, new_count: 1, invalid_count: 0, failure: null })
    expect(shown.columns.map(({ field }) => field)).toEqual(fields)
    expect(await lines(shown.job_id)).toEqual([line])
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFName\tE-mail\nمريم\ta@kano.test', 'utf16le'), 'utf-16', 'مريم'],
    ['a mark', Buffer.from('\uFEFFName;E-mail\nZoë;a@kano.test'), 'utf-8', 'Zoë'],
    [
      'Windows’ letters',
      Buffer.from('Name;E-mail\nStéphane;a@kano.test', 'latin1'),
      'windows-1252',
      'Stéphane',
    ],
  ])('%s', async (_name, bytes, encoding, name) => {
    const shown = await read(bytes)
    expect(shown).toMatchObject({ state: 'ready', encoding, new_count: 1 })
    expect(await lines(shown.job_id)).toEqual([[name, 'a@kano.test', '']])
  })
})

test('stores neither passwords nor, after reading, the file', async () => {
  const { job_id } = await read('Email,Password\na@kano.test,hunter2-is-secret')
  const stored = await school.transact(async ({ tx, school_id }) => ({
    lines: await tx
      .selectFrom('student_import_lines')
      .where('school_id', '=', school_id)
      .where('student_import_id', '=', job_id)
      .selectAll()
      .execute(),
    upload: await tx
      .selectFrom('student_imports as s')
      .innerJoin('uploads as u', (on) =>
        on.onRef('u.school_id', '=', 's.school_id').onRef('u.id', '=', 's.upload_id'),
      )
      .where('s.school_id', '=', school_id)
      .where('s.id', '=', job_id)
      .select('u.status')
      .executeTakeFirst(),
  }))
  expect(JSON.stringify(stored.lines)).toContain('a@kano.test')
  expect(JSON.stringify(stored.lines)).not.toContain('hunter2')
  expect(stored.upload?.status).toBe('rejected')
})

test('reports each invalid line with number and reason, and imports it after correction', async () => {
  admin = await school.admin()
  const faculty = await admin.api(createFaculty, { name: 'Sciences économiques' })
  const student = await school.student()
  const [coded, other] = [await school.student(), await school.student()]
  await giveCode(coded.id, 'K1')
  await giveCode(other.id, 'K2')
  const list = [
    'Name,E-mail,Code,Faculty,Role',
    'No address,,,,',
    'Bad,nobody@nowhere,,,',
    `${'x'.repeat(130)},long@kano.test,,,`,
    'Spaces,code@kano.test,K 1,,',
    'Teacher,teacher@kano.test,,,Teacher',
    'Once,one@kano.test,,SCIENCES-ECONOMIQUES,Étudiante',
    'Twice,ONE@kano.test,,,student',
    'Lost,lost@kano.test,,Alchemy,',
    'Taken,taken@kano.test,K1,,',
    `Here,${student.email},,,`,
    ',,K2,,',
    ',,K9,,',
    'Of the template,amina@example.com,,,',
  ].join('\n')
  const { job_id, ...shown } = await read(list)
  expect(shown).toMatchObject({
    total: 13,
    new_count: 1,
    existing_count: 2,
    example_count: 1,
    invalid_count: 9,
  })
  expect(await lineErrorsOf(admin, job_id)).toEqual([
    [2, 'no_address'],
    [3, 'bad_address'],
    [4, 'too_long'],
    [5, 'bad_code'],
    [6, 'not_a_student'],
    [8, 'duplicate'],
    [9, 'faculty_unknown'],
    [10, 'code_taken'],
    [13, 'no_address'],
  ])
  const { data } = await admin.api(contract.listImportLines, { job_id, status: 'new' })
  expect(data).toMatchObject([{ line: 7, email: 'one@kano.test', faculty: 'SCIENCES-ECONOMIQUES' }])
  expect(faculty.slug).toBe('sciences-economiques')

  const { content } = await admin.api(contract.exportInvalidLines, { job_id })
  const text = String(Buffer.from(content, 'base64'))
  expect(text.split('\r\n')[0]).toBe('\uFEFF"Name","E-mail","Code","Faculty","Role","Problem"')
  expect(text).toContain('"Row 3: invalid e-mail address"')
  const again = await read(text.replace('nobody@nowhere', 'nobody@kano.test').replace('Alchemy', ''))
  expect(again.columns.every(({ field }) => field !== null)).toBe(true)
  // A repeated person is not in this file, and a long name was truncated.
  expect(again).toMatchObject({ total: 9, new_count: 4, invalid_count: 5 })
})

describe('refuses a file with', () => {
  test.each<[string, string | Uint8Array, string, number | null]>([
    ['headings alone', 'Name,E-mail\r\n', 'no_lines', null],
    ['blank lines', '\n \r\n,,\n', 'no_lines', null],
    ['no column that says who', '\nName,Class\nAmina,3', 'no_address_column', 2],
    ['a quote that is never closed', 'Name,E-mail\nA,a@kano.test\n"B,b@kano.test\n', 'open_quote', 3],
  ])('%s', async (_name, list, failure, failure_line) => {
    const { job_id, ...shown } = await read(list)
    expect(shown).toMatchObject({ state: 'failed', failure, failure_line, total: 0 })
    await expect(admin.api(contract.startStudentImport, { job_id })).rejects.toMatchObject({
      status: 409,
      code: 'student_import_not_ready',
    })
  })

  test.each([
    ['a spreadsheet', createTestZip({ 'xl/workbook.xml': '<w/>' })],
    ['bytes', Buffer.from([1, 2, 3, 0, 0, 9, 200])],
  ])('%s, on arrival', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'file_type_not_allowed' })
  })

  test('more than five megabytes, before the upload', async () => {
    const input = { file_name: 'l.csv', size: 5_000_001, purpose: 'student_list' as const }
    await expect(admin.api(requestUpload, input)).rejects.toMatchObject({ code: 'file_too_large' })
  })
})

test('reads several batches of lines, but not more than fifty thousand', async () => {
  const many = (n: number) => `E-mail\n${Array.from({ length: n }, (_one, at) => `p${at}@k.test`).join('\n')}`
  expect(await read(many(2_003))).toMatchObject({ state: 'ready', total: 2_003, new_count: 2_003 })
  expect(await read(many(maxLines + 1))).toMatchObject({
    state: 'failed',
    failure: 'too_many_lines',
    failure_line: maxLines + 2,
  })
})

test('reads a partly read file again, and a completely read one only once', async () => {
  const { job_id } = await read('E-mail\na@kano.test\nb@kano.test')
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('student_imports as s')
      .set({ state: 'reading', total: 0 })
      .where('s.school_id', '=', school_id)
      .where('s.id', '=', job_id)
      .execute(),
  )
  // The file was deleted after the first reading.
  await runJob(school, readStudentListJobDefinition, { job_id })
  expect(await admin.api(contract.getStudentImport, { job_id })).toMatchObject({
    state: 'failed',
    failure: 'file_gone',
  })
  const other = await read('E-mail\na@kano.test')
  await runJob(school, readStudentListJobDefinition, { job_id: other.job_id })
  expect(await admin.api(contract.getStudentImport, { job_id: other.job_id })).toEqual(other)
})

const giveCode = (id: string, user_code: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ user_code })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute(),
  )
