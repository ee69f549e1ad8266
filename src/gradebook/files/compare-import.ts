import { readGrade } from '#lib/grades/read-grade.ts'
import type { Gradebook, GradeWithResult } from '../queries.ts'
import type { ChangedGrade } from '../write-grades.ts'
import { fixedHeadings, foldHeading, headingsOf } from './table-columns.ts'

export interface TableRow {
  line: number
  cells: readonly string[]
}

export interface Student {
  id: string
  name: string
  email: string
}

export interface Refused {
  line: number
  student: string
  /** Null: the whole row is refused. */
  item_id: string | null
  student_id: string | null
  value: string
  code: 'duplicate_student' | 'unknown_student' | 'changed_since_export' | 'not_a_grade'
}

export interface Changed {
  name: string
  before: { points: number | null; is_excused: boolean }
  grade: ChangedGrade
}

export interface ImportComparison {
  unknown_columns: string[]
  refused: Refused[]
  changed: Changed[]
  unchanged_count: number
}

interface Given {
  rows: readonly TableRow[]
  book: Pick<Gradebook, 'items'>
  students: readonly Student[]
  grades: ReadonlyMap<string, readonly GradeWithResult[]>
}

type Item = Gradebook['items'][number]
type Columns = ReturnType<typeof columnsOf>

/** Compares a table with the grades of a course; null without headings that name students. */
export function compareImport({ rows, book, students, grades }: Given): ImportComparison | null {
  const [head, ...below] = rows
  const columns = columnsOf(head?.cells ?? [], book.items)
  if (columns.student_id === undefined && columns.email === undefined) return null
  const found = below
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map((row) => ({ row, student: findStudent(row, columns, students) }))
  const counts = new Map<string, number>()
  for (const { student } of found) if (student) counts.set(student.id, (counts.get(student.id) ?? 0) + 1)
  const result: ImportComparison = {
    unknown_columns: columns.unknown,
    refused: [],
    changed: [],
    unchanged_count: 0,
  }
  for (const { row, student } of found) {
    const refusal = { line: row.line, item_id: null, value: '' }
    if (!student) {
      const name = nameIn(row, columns)
      result.refused.push({ ...refusal, student: name, student_id: null, code: 'unknown_student' })
    } else if (counts.get(student.id)! > 1)
      result.refused.push({
        ...refusal,
        student: student.name,
        student_id: student.id,
        code: 'duplicate_student',
      })
    else compareRow(result, { row, student, columns, grades: grades.get(student.id) ?? [] })
  }
  return result
}

function columnsOf(head: readonly string[], items: readonly Item[]) {
  const headings = new Map([...headingsOf(items)].map(([heading, item]) => [foldHeading(heading), item]))
  const fixed = new Map(Object.entries(fixedHeadings).map(([key, heading]) => [foldHeading(heading), key]))
  const indexByKey = new Map<string, number>()
  const byItem = new Map<Item, number>()
  const unknown: string[] = []
  for (const [index, text] of head.entries()) {
    const heading = foldHeading(text)
    const [key, item] = [fixed.get(heading), headings.get(heading)]
    if (key && !indexByKey.has(key)) indexByKey.set(key, index)
    else if (item && !byItem.has(item)) byItem.set(item, index)
    else if (heading !== '') unknown.push(text.trim().slice(0, 200))
  }
  const { student_id, email, name, exported_at } = Object.fromEntries(indexByKey) as Record<
    string,
    number | undefined
  >
  return { student_id, email, name, exported_at, byItem, unknown }
}

const cellAt = ({ cells }: TableRow, index: number | undefined) =>
  index === undefined ? '' : (cells[index] ?? '').trim()

function findStudent(row: TableRow, columns: Columns, students: readonly Student[]) {
  const id = cellAt(row, columns.student_id).toLowerCase()
  if (id !== '') return students.find((student) => student.id === id)
  const email = cellAt(row, columns.email).toLowerCase()
  return email === '' ? undefined : students.find((student) => student.email.toLowerCase() === email)
}

const nameIn = (row: TableRow, { name, email, student_id }: Columns) =>
  (cellAt(row, name) || cellAt(row, email) || cellAt(row, student_id)).slice(0, 200)

interface Row {
  row: TableRow
  student: Student
  columns: Columns
  grades: readonly GradeWithResult[]
}

function compareRow(result: ImportComparison, { row, student, columns, grades }: Row) {
  const exported_at = Date.parse(cellAt(row, columns.exported_at))
  const stored = new Map(grades.map((grade) => [grade.item_id, grade]))
  for (const [item, index] of columns.byItem) {
    const value = cellAt(row, index)
    const before = stored.get(item.id)
    const entered = readGrade(value, item.max_points)
    const refuse = (code: Refused['code']) =>
      result.refused.push({
        line: row.line,
        student: student.name,
        student_id: student.id,
        item_id: item.id,
        value: value.slice(0, 50),
        code,
      })
    const now = { points: before?.points ?? null, is_excused: before?.is_excused ?? false }
    // The file does not show the points of an excused grade.
    const isEqual =
      entered &&
      entered.is_excused === now.is_excused &&
      (entered.is_excused || entered.points === now.points)
    if (!entered) refuse('not_a_grade')
    else if (isEqual) result.unchanged_count += 1
    else if (before && before.updated_at.getTime() > exported_at) refuse('changed_since_export')
    else
      result.changed.push({
        name: student.name,
        before: now,
        grade: {
          student_id: student.id,
          item_id: item.id,
          ...entered,
          is_late: before?.is_late ?? false,
          is_override: item.assessment_id !== null,
          version: (before?.version ?? 0) + 1,
        },
      })
  }
}
