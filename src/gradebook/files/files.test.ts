import { expect, test } from 'vitest'
import { decodeTable } from '#lib/csv/decode.ts'
import { parseCsv } from '#lib/csv/read.ts'
import { readSheet } from '#lib/xlsx/read-sheet.ts'
import { writeSheet } from '#lib/xlsx/write-sheet.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { manyStudents } from '#testing/builders/many-students.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

/** Three students, two items with the same name, and one grade. */
async function aClass() {
  const school = await createTestSchool()
  const { teacher, course, student } = await createTestCourse(school)
  const course_id = course.id
  for (const name of ['=Ada', 'Bọ́lá']) await school.enrol(await school.student({ name }), course)
  const category_id = newId()
  const plain = { category_id, weight: 1, is_extra_credit: false, due_at: null, assessment_id: null }
  const items = ['Quiz', 'Quiz'].map((name) => ({ id: newId(), name, max_points: 10, ...plain }))
  const book = await teacher.api(contract.saveGradebook, {
    course_id,
    version: 0,
    is_released: false,
    scale: [],
    categories: [{ id: category_id, name: 'All', weight: 1, method: 'points', drop_lowest: 0 }],
    items,
  })
  const grade = (points: number | null, item = 0, person = teacher) =>
    person.api(contract.saveGrades, {
      course_id,
      grades: [{ student_id: student.id, item_id: items[item]!.id, points }],
    })
  await grade(8)
  const exported = async () => {
    const { content } = await teacher.api(contract.exportGrades, { course_id })
    return [...parseCsv(decodeTable(Buffer.from(content, 'base64'))!.text, ',')].map(({ cells }) => [
      ...cells,
    ])
  }
  const send = (rows: string[][], digest?: string) =>
    teacher.api(contract.importGrades, {
      course_id,
      file_name: 'grades.csv',
      content: Buffer.from(
        rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n'),
      ).toString('base64'),
      ...(digest && { digest }),
    })
  const points = async () => {
    const { data } = await teacher.api(contract.listGrades, { course_id })
    const own = data.find(({ student_id }) => student_id === student.id)!
    return items.map(({ id }) => own.grades.find(({ item_id }) => item_id === id)?.points ?? null)
  }
  const rowOf = (rows: string[][]) => rows.find(([id]) => id === student.id)!
  return { school, teacher, student, course_id, items, book, grade, exported, send, points, rowOf }
}

test('an export has a row for each student and a column for each item, in both formats', async () => {
  const { teacher, student, course_id, exported, rowOf } = await aClass()
  const rows = await exported()
  expect(rows[0]).toEqual([
    'Student ID',
    'Name',
    'E-mail',
    'Quiz',
    'Quiz (2)',
    'Course total',
    'Total with missing as 0',
    'Grade',
    'Exported at',
  ])
  expect(rows).toHaveLength(4)
  expect(rowOf(rows).slice(1, 7)).toEqual([student.name, student.email, '8', '', '80', '40'])
  const workbook = await teacher.api(contract.exportGrades, { course_id, format: 'xlsx' })
  expect(workbook.file_name).toMatch(/^grades-.*\.xlsx$/)
  const sheet = await readSheet(Buffer.from(workbook.content, 'base64'), { maxRows: 10 })
  expect(sheet.map(({ cells }) => cells.slice(0, 4))).toEqual(
    rows.map((cells) => cells.slice(0, 4).map((cell) => cell.replace(/^'=/, '='))),
  )
})

test('an import shows the changes first, and stores exactly these', async () => {
  const { teacher, student, course_id, items, exported, send, points, rowOf } = await aClass()
  const rows = await exported()
  rowOf(rows)[3] = '9,5'
  rowOf(rows)[4] = 'ex'
  const preview = await send(rows)
  expect(preview).toMatchObject({
    is_applied: false,
    refused: [],
    unknown_columns: [],
    changed_count: 2,
    unchanged_count: 4,
    changed: [
      { student: student.name, item_id: items[0]!.id, before: { points: 8 }, after: { points: 9.5 } },
      { item_id: items[1]!.id, before: { points: null }, after: { is_excused: true } },
    ],
  })
  expect(await points()).toEqual([8, null])
  expect(await send(rows, preview.digest)).toMatchObject({ is_applied: true, changed_count: 2 })
  expect(await points()).toEqual([9.5, null])
  const { changes } = await teacher.api(contract.getGradeHistory, { course_id, student_id: student.id })
  expect(changes.map(({ reason }) => reason)).toEqual(['grades.csv', 'grades.csv', ''])
  const again = await send(rows)
  expect(again).toMatchObject({ changed_count: 0, unchanged_count: 6 })
})

test('refuses duplicate students, unknown ones, unknown columns and what is no grade by name', async () => {
  const { student, items, exported, send, points, rowOf } = await aClass()
  const rows = await exported()
  const others = rows.slice(1).filter((row) => row !== rowOf(rows))
  others[0]![3] = 'A+'
  rowOf(rows)[3] = '1'
  const outsider = [newId(), 'Somebody', 'somebody@else.test', '5', '5']
  const table = [[...rows[0]!, 'Attendance'], ...rows.slice(1), [...rowOf(rows)], outsider]
  const preview = await send(table)
  expect(preview.unknown_columns).toEqual(['Attendance'])
  expect(preview.changed).toEqual([])
  expect(preview.refused.map(({ code, student: name, value }) => [code, name, value])).toEqual(
    expect.arrayContaining([
      ['duplicate_student', student.name, ''],
      ['duplicate_student', student.name, ''],
      ['unknown_student', 'Somebody', ''],
      ['not_a_grade', others[0]![1]!.replace(/^'/, ''), 'A+'],
    ]),
  )
  expect(preview.refused_count).toBe(4)
  expect(preview.refused.find(({ code }) => code === 'not_a_grade')!.item_id).toBe(items[0]!.id)
  await send(table, preview.digest)
  expect(await points()).toEqual([8, null])
})

test('refuses what another person changed since the export, by name', async () => {
  const { school, grade, exported, send, points, rowOf } = await aClass()
  const rows = await exported()
  rowOf(rows)[4] = '6'
  await grade(3, 0, await school.admin({ name: 'Efe Okoro' }))
  const preview = await send(rows)
  expect(preview).toMatchObject({
    changed_count: 1,
    refused: [{ code: 'changed_since_export', changed_by_name: 'Efe Okoro', value: '8' }],
  })
  await send(rows, preview.digest)
  expect(await points()).toEqual([3, 6])
})

test('stores nothing when grades changed since the preview', async () => {
  const { grade, exported, send, points, rowOf } = await aClass()
  const rows = await exported()
  rowOf(rows)[4] = '6'
  const { digest } = await send(rows)
  await grade(2, 1)
  await expect(send(rows, digest)).rejects.toMatchObject({
    status: 409,
    code: 'grades_changed_since_preview',
  })
  expect(await points()).toEqual([8, 2])
})

test('reads a workbook, and refuses a file that is no table of students', async () => {
  const { teacher, course_id, exported, rowOf } = await aClass()
  const rows = await exported()
  rowOf(rows)[3] = '7'
  const send = (bytes: Buffer) =>
    teacher.api(contract.importGrades, {
      course_id,
      file_name: 'grades.xlsx',
      content: bytes.toString('base64'),
    })
  expect(await send(await writeSheet(rows))).toMatchObject({ changed_count: 1, refused: [] })
  const refused = { status: 422, code: 'grade_file_unreadable' }
  await expect(send(Buffer.from('PK\u0003\u0004 nothing'))).rejects.toMatchObject(refused)
  await expect(send(Buffer.from('Colour,Size\nred,1\n'))).rejects.toMatchObject(refused)
  await expect(send(Buffer.from([0, 1, 2, 0, 255]))).rejects.toMatchObject(refused)
})

test('a file belongs to the teacher of the course', async () => {
  const { school, course_id } = await aClass()
  const outsider = await school.teacher()
  const refused = { code: 'not_your_course' }
  await expect(outsider.api(contract.exportGrades, { course_id })).rejects.toMatchObject(refused)
  await expect(
    outsider.api(contract.importGrades, { course_id, file_name: 'x.csv', content: 'YQ==' }),
  ).rejects.toMatchObject(refused)
})

test('a course with too many students has no file', async () => {
  const { school, teacher, course_id, exported, send } = await aClass()
  const rows = await exported()
  await manyStudents(school, { course_id, size: 5_000, completed: [] })
  const refused = { code: 'too_many_students_for_file' }
  await expect(teacher.api(contract.exportGrades, { course_id })).rejects.toMatchObject(refused)
  await expect(send(rows)).rejects.toMatchObject(refused)
})
