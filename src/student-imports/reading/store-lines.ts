import { sql } from 'kysely'
import { discardUpload } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { JobFailed } from '../resumable-job.ts'
import { foldText, type Column } from './headings.ts'
import { importStudentsJob } from '../job-handles.ts'
import { checkLine } from './check-line.ts'
import type { ParsedLine } from './parsed-line.ts'

/** Starts reading: returns the file and discards rows of an earlier attempt; null if it was already read. */
export async function startReading({ tx, school_id }: Ctx, job_id: string) {
  const row = await tx
    .selectFrom('student_imports')
    .where('school_id', '=', school_id)
    .where('id', '=', job_id)
    .where('state', '=', 'reading')
    .select('upload_id')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  await tx
    .deleteFrom('student_import_lines')
    .where('school_id', '=', school_id)
    .where('student_import_id', '=', job_id)
    .execute()
  const upload = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', row.upload_id)
    .where('status', '=', 'ready')
    .select('object_key')
    .executeTakeFirst()
  if (!upload) throw new JobFailed('file_gone')
  return upload
}

interface Batch {
  lines: readonly ParsedLine[]
  faculties: ReadonlyMap<string, string>
}

/** Stores lines with the results of their checks. */
export async function storeLines(ctx: Ctx, job_id: string, { lines, faculties }: Batch) {
  if (lines.length === 0) return
  const { tx, school_id } = ctx
  const checks = await checkLine(ctx, lines)
  const rows = lines.map(({ is_example, code, ...line }, at) => {
    const faculty_ids = facultiesIn(line.faculty, faculties)
    const own = code ?? (faculty_ids ? null : 'faculty_unknown')
    const { status, code: found } = is_example
      ? { status: 'example', code: null }
      : own
        ? { status: 'invalid', code: own }
        : checks[at]!
    return {
      ...line,
      school_id,
      student_import_id: job_id,
      faculty_ids: faculty_ids ?? [],
      status,
      error_code: found,
    }
  })
  await tx
    .insertInto('student_import_lines')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Parses one or several faculty names; null if one is unknown. */
function facultiesIn(text: string, faculties: ReadonlyMap<string, string>): string[] | null {
  if (!text) return []
  const faculty = faculties.get(foldText(text))
  if (faculty) return [faculty]
  const ids = text
    .split(/[;|,/]/)
    .filter((name) => name.trim())
    .map((name) => faculties.get(foldText(name)))
  return ids.length > 0 && ids.every((id) => id !== undefined) ? [...new Set(ids)] : null
}

interface Read {
  columns: readonly Column[]
  /** Null for a workbook. */
  encoding: string | null
}

/**
 * Finishes reading: counts the results, deletes the file, and starts the import unless a preview was requested.
 */
export async function finishReading(ctx: Ctx, job_id: string, { columns, encoding }: Read) {
  const { tx, school_id } = ctx
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from student_import_lines
    where school_id = ${school_id}::uuid and student_import_id = ${job_id}::uuid group by status`.execute(tx)
  const count = (status: string) => rows.find((row) => row.status === status)?.n ?? 0
  const upload = await tx
    .updateTable('student_imports')
    .set((eb) => ({
      state: eb.case().when('starts_immediately', '=', true).then('running').else('ready').end(),
      columns: json(columns),
      encoding,
      total: rows.reduce((sum, { n }) => sum + n, 0),
      new_count: count('new'),
      existing_count: count('existing'),
      pending_invitation_count: count('already_invited'),
      example_count: count('example'),
      invalid_count: count('invalid'),
    }))
    .where('school_id', '=', school_id)
    .where('id', '=', job_id)
    .where('state', '=', 'reading')
    .returning(['state', 'upload_id'])
    .executeTakeFirst()
  if (!upload) return
  await discardUpload(ctx, upload.upload_id)
  if (upload.state === 'running')
    await ctx.enqueue(importStudentsJob, { job_id }, { priority: 'late', job_key: `take-students/${job_id}` })
}
