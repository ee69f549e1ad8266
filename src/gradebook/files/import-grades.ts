import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCourseRules, selectApprovedStudents } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { isolatedTask, runIsolated, TaskStopped, withScratchFolder } from '#platform/isolated/index.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { describeConflicts } from '../describe-conflicts.ts'
import { lockTotals, storeTotals } from '../course-totals.ts'
import { loadGradebook, loadGrades } from '../queries.ts'
import { writeGrades } from '../write-grades.ts'
import { compareImport, type Changed, type ImportComparison, type TableRow } from './compare-import.ts'
import type { run } from './isolated/read-rows.ts'
import { maxStudents } from './table-columns.ts'

type Given = Input<typeof contract.importGrades>
type ImportReply = Reply<typeof contract.importGrades>

/** 1,000 students with 100 grades take less than a second. */
const readRows = isolatedTask<typeof run>(new URL('./isolated/read-rows.ts', import.meta.url), {
  memory_mb: 400,
  cpu_ms: 20_000,
})

/** Rows of a list in the reply. */
const listed = 500

/**
 * Compares a file with the grades, and stores the differences on request: exactly those that the preview with the same
 * digest counted.
 */
export async function importGrades(ctx: CtxWithoutTx, given: Given): Promise<ImportReply> {
  const { course_id, digest } = given
  await ctx.transact((within) => ensureEditor(within, course_id))
  const rows = await readTable(ctx, given.content)
  return ctx.transact(async (within) => {
    await ensureEditor(within, course_id)
    let compared = await compare(within, course_id, rows)
    if (digest === undefined) return viewOf(within, course_id, compared)
    await lockTotals(within, course_id, studentsOf(compared.changed))
    compared = await compare(within, course_id, rows)
    if (digestOf(compared.changed) !== digest) throw new Refusal('grades_changed_since_preview')
    await store(within, given, compared.changed)
    return { ...(await viewOf(within, course_id, compared)), is_applied: true }
  })
}

const ensureEditor = async (ctx: Ctx, course_id: string) =>
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))

const readTable = ({ school_id, actor }: CtxWithoutTx, content: string): Promise<TableRow[]> =>
  withScratchFolder(async (folder) => {
    await writeFile(join(folder, 'table'), Buffer.from(content, 'base64'), { mode: 0o600 })
    const rows = await runIsolated(readRows, null, { group_id: school_id, user_id: actor.id!, folder }).catch(
      (error: unknown) => {
        if (error instanceof TaskStopped && error.isInputTooCostly) return null
        throw error
      },
    )
    if (!rows) throw new Refusal('grade_file_unreadable')
    if (rows.length > maxStudents + 1) throw new Refusal('too_many_students_for_file')
    return rows
  })

async function compare(ctx: Ctx, course_id: string, rows: readonly TableRow[]): Promise<ImportComparison> {
  const book = await loadGradebook(ctx, course_id)
  const students = await selectApprovedStudents(ctx, course_id)
    .select(['u.id', 'u.name', 'u.email'])
    .limit(maxStudents + 1)
    .execute()
  if (students.length > maxStudents) throw new Refusal('too_many_students_for_file')
  const grades = await loadGrades(
    ctx,
    course_id,
    students.map(({ id }) => id),
  )
  const compared = compareImport({ rows, book, students, grades })
  if (!compared) throw new Refusal('grade_file_unreadable')
  return compared
}

const studentsOf = (changed: readonly Changed[]) => [...new Set(changed.map(({ grade }) => grade.student_id))]

const digestOf = (changed: readonly Changed[]) =>
  createHash('sha256')
    .update(JSON.stringify(changed.map(({ grade }) => grade)))
    .digest('hex')

async function store(ctx: Ctx, { course_id, file_name }: Given, changed: readonly Changed[]) {
  if (changed.length === 0) return
  await writeGrades(ctx, {
    course_id,
    changed: changed.map(({ grade }) => grade),
    reason: file_name.trim(),
    changed_by: ctx.actor.id,
    is_result: false,
  })
  const student_ids = studentsOf(changed)
  await storeTotals(ctx, course_id, student_ids)
  await ctx.audit('gradebook.imported', ['course', course_id], { student_count: student_ids.length })
}

/** The first rows of each list, and who changed the refused grades. */
async function viewOf(ctx: Ctx, course_id: string, compared: ImportComparison): Promise<ImportReply> {
  const { unknown_columns, refused, changed, unchanged_count } = compared
  const shown = refused.slice(0, listed)
  const changes = await describeConflicts(
    ctx,
    course_id,
    shown.flatMap(({ code, student_id, item_id }) =>
      code === 'changed_since_export' ? [{ student_id: student_id!, item_id: item_id! }] : [],
    ),
  )
  return {
    digest: digestOf(changed),
    is_applied: false,
    unknown_columns: unknown_columns.slice(0, 100),
    refused_count: refused.length,
    refused: shown.map(({ student_id, ...row }) => {
      const change = changes.find((one) => one.student_id === student_id && one.item_id === row.item_id)
      return { ...row, changed_by_name: change?.changed_by_name ?? null }
    }),
    changed_count: changed.length,
    changed: changed.slice(0, listed).map(({ name, before, grade }) => ({
      student_id: grade.student_id,
      student: name,
      item_id: grade.item_id,
      before,
      after: { points: grade.points, is_excused: grade.is_excused },
    })),
    unchanged_count,
  }
}
