import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from './contract.ts'
import { shown, uploadRow } from './upload-students.ts'
import type { LineCode, Verdict } from './reading/line-codes.ts'

export async function listStudentUploads(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listStudentUploads>,
): Promise<Reply<typeof contract.listStudentUploads>> {
  const rows = ctx.tx.selectFrom('student_uploads').where('school_id', '=', ctx.school_id).selectAll()
  const page = await keyset(rows, {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data = []
  for (const row of page.data) data.push(await shown(ctx, row))
  return { ...page, data }
}

export async function listUploadLines(
  ctx: Ctx,
  { job_id, verdict, limit, cursor }: Input<typeof contract.listUploadLines>,
): Promise<Reply<typeof contract.listUploadLines>> {
  await uploadRow(ctx, job_id)
  const page = await keyset(linesOf(ctx, job_id, verdict), {
    by: ['line'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.line],
  })
  const data = page.data.map(({ verdict, code, outcome, ...line }) => ({
    ...line,
    verdict: verdict as Verdict,
    code: code as LineCode | null,
    outcome: outcome as 'invited' | 'placed' | 'unchanged' | null,
  }))
  return { ...page, data }
}

const linesOf = ({ tx, school_id }: Ctx, job_id: string, verdict?: Verdict) => {
  const lines = tx
    .selectFrom('student_upload_lines')
    .where('school_id', '=', school_id)
    .where('student_upload_id', '=', job_id)
    .select(['line', 'name', 'email', 'user_code', 'faculty', 'verdict', 'code', 'outcome'])
  return verdict ? lines.where('verdict', '=', verdict) : lines
}

/** What is at fault as a table whose headings are ours, so that it comes back in as it is once it is mended. */
export async function faultyLinesFile(
  ctx: Ctx,
  { job_id }: Input<typeof contract.faultyLinesFile>,
): Promise<Reply<typeof contract.faultyLinesFile>> {
  await uploadRow(ctx, job_id)
  const t = translator(ctx.locale)
  const rows = await linesOf(ctx, job_id, 'fault').select('role').orderBy('line').execute()
  const columns = ['name', 'email', 'user_code', 'faculty', 'role', 'problem'] as const
  const heading = csvLine(columns.map((name) => t(`bulk-upload:csv.${name}`)))
  const lines = rows.map(({ name, email, user_code, faculty, role, code, line }) =>
    csvLine([name, email, user_code, faculty, role, t(`bulk-upload:problems.${code}`, { line })]),
  )
  return { text: byteOrderMark + heading + lines.join('') }
}
