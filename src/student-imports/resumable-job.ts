import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { discardUpload } from '#uploads/index.ts'
import type { ImportFailure } from './reading/line-codes.ts'

/** The queue tries a job this often. */
const maxAttempts = 5

/** Thrown to end an import with a permanent error. */
export class JobFailed extends Error {
  readonly code: ImportFailure
  readonly line: number | null

  constructor(code: ImportFailure, line: number | null = null) {
    super(code)
    this.code = code
    this.line = line
  }
}

/** Runs an attempt. A permanent error ends the import; any other is retried a few times. */
export async function runResumable(ctx: CtxWithoutTx, job_id: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof JobFailed) return fail(ctx, job_id, error)
    if ((await countAttempt(ctx, job_id)) >= maxAttempts)
      await fail(ctx, job_id, new JobFailed('internal_error'))
    throw error
  }
}

/** Marks an import as failed whose job was parked. */
export const failParkedImport = (ctx: CtxWithoutTx, { job_id }: { job_id: string }) =>
  fail(ctx, job_id, new JobFailed('internal_error'))

const countAttempt = (ctx: CtxWithoutTx, job_id: string) =>
  ctx.transact(async ({ tx, school_id }) => {
    const row = await tx
      .updateTable('student_imports')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('school_id', '=', school_id)
      .where('id', '=', job_id)
      .returning('attempts')
      .executeTakeFirst()
    return row?.attempts ?? 0
  })

const fail = (ctx: CtxWithoutTx, job_id: string, { code, line }: JobFailed) =>
  ctx.transact(async (txCtx) => {
    const { tx, school_id, now } = txCtx
    const row = await tx
      .updateTable('student_imports')
      .set({ state: 'failed', failure: code, failure_line: line, finished_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', job_id)
      .where('state', 'in', ['reading', 'running'])
      .returning('upload_id')
      .executeTakeFirst()
    if (row) await discardUpload(txCtx, row.upload_id)
  })
