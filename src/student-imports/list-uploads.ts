import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from './contract.ts'
import { importView, getImportRow } from './create-student-import.ts'
import type { LineErrorCode, LineStatus } from './reading/line-codes.ts'
import { writeTable } from './write-table.ts'

export async function listStudentImports(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listStudentImports>,
): Promise<Reply<typeof contract.listStudentImports>> {
  const rows = ctx.tx.selectFrom('student_imports').where('school_id', '=', ctx.school_id).selectAll()
  const page = await paginateByKeyset(rows, {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data = []
  for (const row of page.data) data.push(await importView(ctx, row))
  return { ...page, data }
}

export async function listImportLines(
  ctx: Ctx,
  { job_id, status, limit, cursor }: Input<typeof contract.listImportLines>,
): Promise<Reply<typeof contract.listImportLines>> {
  await getImportRow(ctx, job_id)
  const page = await paginateByKeyset(linesOf(ctx, job_id, status), {
    by: ['line'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.line],
  })
  const data = page.data.map(({ status, error_code, result, ...line }) => ({
    ...line,
    status: status as LineStatus,
    code: error_code as LineErrorCode | null,
    result: result as 'invited' | 'assigned' | 'unchanged' | null,
  }))
  return { ...page, data }
}

const linesOf = ({ tx, school_id }: Ctx, job_id: string, status?: LineStatus) => {
  const lines = tx
    .selectFrom('student_import_lines')
    .where('school_id', '=', school_id)
    .where('student_import_id', '=', job_id)
    .select(['line', 'name', 'email', 'user_code', 'faculty', 'status', 'error_code', 'result'])
  return status ? lines.where('status', '=', status) : lines
}

/** The invalid lines with the template's headings, so that the corrected file can be imported. */
export async function exportInvalidLines(
  ctx: CtxWithoutTx,
  { job_id, format = 'csv' }: Input<typeof contract.exportInvalidLines>,
): Promise<Reply<typeof contract.exportInvalidLines>> {
  const lines = await ctx.transact(async (txCtx) => {
    await getImportRow(txCtx, job_id)
    return linesOf(txCtx, job_id, 'invalid').select('role').orderBy('line').execute()
  })
  const t = translator(ctx.locale)
  const columns = ['name', 'email', 'user_code', 'faculty', 'role', 'problem'] as const
  const headings = columns.map((name) => t(`student-imports:csv.${name}`))
  const rows = lines.map(({ name, email, user_code, faculty, role, error_code, line }) => {
    const problem = t(`student-imports:problems.${error_code as LineErrorCode}`, { line })
    return [name, email, user_code, faculty, role, problem]
  })
  const { content, content_type } = await writeTable([headings, ...rows], format)
  const file_name = `${t('student-imports:csv.fileName')}.${format}`
  return { file_name, content_type, content: content.toString('base64') }
}
