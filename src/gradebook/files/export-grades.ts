import { getCourseRules, selectApprovedStudents } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import { workbookType, writeSheet } from '#lib/xlsx/write-sheet.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { loadGradebook, loadGrades } from '../queries.ts'
import { totalsOf } from '../totals-of.ts'
import { excusedText, fixedHeadings, headingsOf, maxStudents } from './table-columns.ts'

/** All grades of a course as a table of text, which can be changed and imported again. */
export async function exportGrades(
  ctx: Ctx,
  { course_id, format = 'csv' }: Input<typeof contract.exportGrades>,
): Promise<Reply<typeof contract.exportGrades>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  const rows = await tableOf(ctx, course_id)
  const day = ctx.now.toISOString().slice(0, 10)
  if (format === 'xlsx')
    return {
      file_name: `grades-${day}.xlsx`,
      content_type: workbookType,
      content: (await writeSheet(rows)).toString('base64'),
    }
  const text = byteOrderMark + rows.map(csvLine).join('')
  return {
    file_name: `grades-${day}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: Buffer.from(text).toString('base64'),
  }
}

async function tableOf(ctx: Ctx, course_id: string): Promise<string[][]> {
  const book = await loadGradebook(ctx, course_id)
  const students = await selectApprovedStudents(ctx, course_id)
    .select(['u.id', 'u.name', 'u.email'])
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(maxStudents + 1)
    .execute()
  if (students.length > maxStudents) throw new Refusal('too_many_students_for_file')
  const grades = await loadGrades(
    ctx,
    course_id,
    students.map(({ id }) => id),
  )
  const headings = headingsOf(book.items)
  const { student_id, name, email, total, total_with_missing, label, exported_at } = fixedHeadings
  const head = [student_id, name, email, ...headings.keys(), total, total_with_missing, label, exported_at]
  const now = ctx.now.toISOString()
  const rows = students.map((student) => {
    const own = grades.get(student.id) ?? []
    const byItem = new Map(own.map((grade) => [grade.item_id, grade]))
    const totals = totalsOf(book, own)
    const cells = [...headings.values()].map(({ id }) => cellOf(byItem.get(id)))
    const sums = [totals.total_percent, totals.total_with_missing].map((sum) => String(sum ?? ''))
    return [student.id, student.name, student.email, ...cells, ...sums, totals.grade_label ?? '', now]
  })
  return [head, ...rows]
}

function cellOf(grade: { points: number | null; is_excused: boolean } | undefined) {
  if (grade?.is_excused) return excusedText
  return String(grade?.points ?? '')
}
