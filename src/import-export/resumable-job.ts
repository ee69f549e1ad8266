import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { discardUpload } from '#uploads/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** The queue tries a job this often. */
const maxAttempts = 5

/** An export or import by its row. */
interface Transfer {
  table: 'course_exports' | 'course_imports'
  id: string
}

/** Thrown to end a job that cannot succeed, with an error code for its screen. */
export class JobFailed extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Runs an attempt of an export or import. A permanent error ends it; any other is retried a few times. */
export async function runResumable(ctx: CtxWithoutTx, transfer: Transfer, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof JobFailed || error instanceof Refusal ? error.code : null
    const attempts = reason === null || reason === 'busy' ? await countAttempt(ctx, transfer) : maxAttempts
    if (attempts < maxAttempts) throw error
    await fail(ctx, transfer, reason ?? 'internal_error')
    if (reason === null) throw error
  }
}

/** Marks an export or import as failed whose job was parked. */
export const failParkedTransfer = (ctx: CtxWithoutTx, transfer: Transfer) =>
  fail(ctx, transfer, 'internal_error')

const countAttempt = (ctx: CtxWithoutTx, { table, id }: Transfer) =>
  ctx.transact(async ({ tx, school_id }) => {
    const row = await tx
      .updateTable(table)
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .returning('attempts')
      .executeTakeFirst()
    return row?.attempts ?? maxAttempts
  })

/** Also deletes its incomplete files: the archive, or what was unpacked. */
const fail = (ctx: CtxWithoutTx, { table, id }: Transfer, failure: string) =>
  ctx.transact(async (txCtx) => {
    const { tx, school_id, now } = txCtx
    const row = await tx
      .updateTable(table)
      .set({ state: 'failed', failure, finished_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    const files = row ? [row.upload_id, ...('media' in row ? Object.values(row.media as object) : [])] : []
    for (const upload_id of files as (string | null)[]) if (upload_id) await discardUpload(txCtx, upload_id)
  })

/** Passes the bytes through; calls `tell` about once a second with the number so far. */
export async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  tell: (done: number) => Promise<unknown>,
) {
  let done = 0
  let lastReportAt = performance.now()
  for await (const chunk of bytes) {
    done += chunk.length
    if (performance.now() - lastReportAt > 1_000) {
      lastReportAt = performance.now()
      await tell(done)
    }
    yield chunk
  }
}
