import { stat } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { withOwnedSchool, findOwnerByAccount } from '#accounts/index.ts'
import { withTemporaryFile } from '#data-privacy/index.ts'
import { writeSchoolExport } from '#operations/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import {
  discardUpload,
  maxBytesOf,
  reserveGeneratedFile,
  completeGeneratedFile,
  type Upload,
} from '#uploads/index.ts'
import { getClosingOrRefuse } from './close-school.ts'
import type * as contract from './contract.ts'
import { archiveJobKey, writeSchoolArchiveJob } from './job-handles.ts'
import { mailClosingUpdate } from './mails.ts'
import { lockClosing, type ClosingRow } from './queries.ts'
import { archiveFileName, archiveView } from './show-closure.ts'

/** The queue tries a job this often. */
const maxAttempts = 5
/** Longer than the queue retries a job: an older running export was lost with its worker. */
const lostAfterMs = 6 * 3_600_000

export async function requestSchoolArchive(
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.requestSchoolArchive>,
): Promise<Reply<typeof contract.requestSchoolArchive>> {
  return withOwnedSchool(ctx, school_id, async (txCtx, owner) => {
    await getClosingOrRefuse(txCtx)
    const row = (await lockClosing(txCtx))!
    if (isUnderWay(row, txCtx.now)) return archiveView(txCtx, row, owner.id)
    if (row.archive_upload_id) await discardUpload(txCtx, row.archive_upload_id)
    const archiveColumns = {
      archive_state: 'waiting',
      archive_attempts: 0,
      archive_upload_id: null,
      archive_size: null,
    }
    await change(txCtx, { ...archiveColumns, archive_requested_at: txCtx.now })
    await txCtx.enqueue(writeSchoolArchiveJob, {}, { job_key: archiveJobKey })
    await txCtx.audit('school.archive_requested', ['school', school_id])
    return archiveView(txCtx, { ...row, ...archiveColumns, archive_requested_at: txCtx.now }, owner.id)
  })
}

const isUnderWay = ({ archive_state, archive_requested_at }: ClosingRow, now: Date) =>
  ['waiting', 'running'].includes(archive_state) &&
  archive_requested_at !== null &&
  now.getTime() - archive_requested_at.getTime() < lostAfterMs

const change = ({ tx, school_id }: Ctx, values: Partial<ClosingRow>) =>
  tx
    .updateTable('school_closings')
    .set(values as object)
    .where('school_id', '=', school_id)
    .execute()

/** Safe to repeat: attempts are counted, and an overtaken attempt leaves nothing behind. */
export async function runWriteArchive(ctx: CtxWithoutTx) {
  const attempt = await ctx.transact(begin)
  if (!attempt) return
  try {
    await withTemporaryFile(ctx.config.dataDir, async (path) => {
      await writeSchoolFiles(ctx, path)
      const { size } = await stat(path)
      if (size > maxBytesOf('data_archive')) throw new Refusal('file_too_large')
      const upload = await ctx.transact((txCtx) => reserve(txCtx, attempt, size))
      if (!upload) return
      await ctx.storage.copyIn(path, upload.object_key)
      await ctx.transact((txCtx) => finish(txCtx, attempt, upload))
    })
  } catch (error) {
    const isFinal = error instanceof Refusal && error.code !== 'busy'
    if (!isFinal && attempt < maxAttempts) throw error
    await ctx.transact(async (txCtx) => {
      if (await isOurs(txCtx, attempt)) await change(txCtx, { archive_state: 'failed' })
    })
    if (!isFinal) throw error
  }
}

/** Marks an archive as failed whose job was parked. */
export const failParkedArchive = (ctx: CtxWithoutTx) =>
  ctx.transact(async (txCtx) => {
    const row = await lockClosing(txCtx)
    if (row?.archive_state === 'running') await change(txCtx, { archive_state: 'failed' })
  })

async function begin(ctx: Ctx): Promise<number | null> {
  const row = await lockClosing(ctx)
  if (!row || row.erasing_at || !['waiting', 'running'].includes(row.archive_state)) return null
  if (row.archive_upload_id) await discardUpload(ctx, row.archive_upload_id)
  const archive_attempts = row.archive_attempts + 1
  await change(ctx, { archive_state: 'running', archive_attempts, archive_upload_id: null })
  return archive_attempts
}

const isOurs = async (ctx: Ctx, attempt: number) => {
  const row = await lockClosing(ctx)
  return row?.archive_state === 'running' && row.archive_attempts === attempt ? row : null
}

/** The archive for the owners contains no credentials. */
async function writeSchoolFiles(
  { db, storage, school, school_id, transact }: CtxWithoutTx,
  archivePath: string,
) {
  const copies = await transact(({ tx }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('purpose', '=', 'data_archive')
      .select('object_key')
      .execute(),
  )
  await writeSchoolExport({
    storage,
    school: school!.school_url,
    archivePath,
    withoutSecrets: true,
    without: new Set(copies.map(({ object_key }) => object_key)),
    withRows: (read) =>
      db.connection().execute(async (connection) => {
        const query = async (text: string, values: unknown[] = []) =>
          connection.executeQuery(CompiledQuery.raw(text, values)) as never
        try {
          return await read({ query })
        } catch (error) {
          await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
          throw error
        }
      }),
  })
}

/** The owner of the file's row is the account that closed the school, or else any owner. */
async function reserve(ctx: Ctx, attempt: number, size: number): Promise<Upload | null> {
  const row = await isOurs(ctx, attempt)
  if (!row) return null
  const owner = (await findOwnerByAccount(ctx, row.started_by)) ?? (await anyOwner(ctx))
  if (!owner) return null
  const upload = await reserveGeneratedFile(ctx, {
    owner_id: owner.id,
    purpose: 'data_archive',
    file_name: archiveFileName(ctx),
    content_type: 'application/zip',
    size,
  })
  await change(ctx, { archive_upload_id: upload.id, archive_size: size })
  return upload
}

const anyOwner = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .orderBy('id')
    .select('id')
    .executeTakeFirst()

async function finish(ctx: Ctx, attempt: number, upload: Upload) {
  const row = await isOurs(ctx, attempt)
  if (!row) return
  const { object_key, file_name, content_type, size } = upload
  await completeGeneratedFile(ctx, upload.id, {
    object_key,
    file_name,
    content_type,
    size,
    width: null,
    height: null,
  })
  await change(ctx, { archive_state: 'done' })
  await mailClosingUpdate(ctx, 'archive', row)
}
