import type { Selectable } from 'kysely'
import { getScheduledErasure } from '#accounts/index.ts'
import { stat } from 'node:fs/promises'
import { notify } from '#notifications/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { DataExports } from '#platform/database/database-types.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  discardUpload,
  maxBytesOf,
  reserveGeneratedFile,
  completeGeneratedFile,
  type Upload,
} from '#uploads/index.ts'
import { exportFileName, exportRetentionMs } from './request-export.ts'
import { withTemporaryFile } from './temporary-file.ts'
import { collectPersonalData } from './collect-personal-data.ts'
import { expireDataExportJob } from './job-handles.ts'
import { mailExportReady } from './mails.ts'

/** The queue tries a job this often. */
const maxAttempts = 5

/**
 * Writes the archive of a person's data. Safe to repeat: a finished export is left alone; an archive stored but
 * not recorded is deleted and written again.
 */
export async function writeExport(ctx: CtxWithoutTx, { export_id }: { export_id: string }) {
  const begun = await ctx.transact((txCtx) => begin(txCtx, export_id))
  if (!begun) return
  try {
    await withTemporaryFile(ctx.config.dataDir, async (path) => {
      await collectPersonalData(ctx, begun.person, path)
      const { size } = await stat(path)
      if (size > maxBytesOf('data_archive')) throw new Refusal('file_too_large')
      const upload = await ctx.transact((txCtx) => reserve(txCtx, begun.row, size))
      if (!upload) return
      await ctx.storage.copyIn(path, upload.object_key)
      await ctx.transact((txCtx) => finish(txCtx, begun.row, upload))
    })
  } catch (error) {
    const isFinal = error instanceof Refusal && error.code !== 'busy'
    if (!isFinal && begun.row.attempts < maxAttempts) throw error
    await ctx.transact((txCtx) => fail(txCtx, export_id, isFinal ? error.code : 'internal_error'))
    if (!isFinal) throw error
  }
}

/** The person of the export; null if it is finished or the person is deleted. */
async function begin(ctx: Ctx, export_id: string) {
  const { tx, school_id } = ctx
  const row = await tx
    .updateTable('data_exports')
    .set((eb) => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  if (row.upload_id) await discardUpload(ctx, row.upload_id)
  const { id, email, name } = await getScheduledErasure(ctx, row.user_id)
  return { row, person: { id, email, name } }
}

/**
 * Null if another worker restarted the export because it considered this one dead; then the other attempt counts.
 */
async function reserve(ctx: Ctx, row: Selectable<DataExports>, size: number) {
  if (!(await isOurs(ctx, row))) return null
  const { id, user_id, created_at } = row
  const upload = await reserveGeneratedFile(ctx, {
    owner_id: user_id,
    purpose: 'data_archive',
    file_name: exportFileName(ctx, created_at),
    content_type: 'application/zip',
    size,
  })
  await ctx.tx
    .updateTable('data_exports')
    .set({ upload_id: upload.id, size })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  return upload
}

/** Each attempt increments the row's counter, so the number identifies the attempt. */
const isOurs = ({ tx, school_id }: Ctx, { id, attempts }: Selectable<DataExports>) =>
  tx
    .selectFrom('data_exports')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst()

async function finish(ctx: Ctx, row: Selectable<DataExports>, upload: Upload) {
  if (!(await isOurs(ctx, row))) return
  const { tx, school_id, now } = ctx
  const { id, user_id, requested_by } = row
  const { object_key, file_name, content_type, size } = upload
  await tx
    .updateTable('data_exports')
    .set({ state: 'done', finished_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await completeGeneratedFile(ctx, upload.id, {
    object_key,
    file_name,
    content_type,
    size,
    width: null,
    height: null,
  })
  await ctx.enqueue(
    expireDataExportJob,
    { export_id: id },
    { run_at: new Date(now.getTime() + exportRetentionMs) },
  )
  await notify(ctx, {
    user_id: requested_by,
    kind: requested_by === user_id ? 'data_export_ready' : 'data_export_of_person_ready',
    data: { user_id },
  })
  await mailExportReady(ctx, requested_by, requested_by === user_id)
}

/** Marks an export as failed whose job was parked. */
export const failParkedExport = (ctx: CtxWithoutTx, { export_id }: { export_id: string }) =>
  ctx.transact((txCtx) => fail(txCtx, export_id, 'internal_error'))

async function fail(ctx: Ctx, export_id: string, failure: string) {
  const { tx, school_id, now } = ctx
  const row = await tx
    .updateTable('data_exports')
    .set({ state: 'failed', failure, finished_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', '=', 'running')
    .returning('upload_id')
    .executeTakeFirst()
  if (row?.upload_id) await discardUpload(ctx, row.upload_id)
}

/** Deletes an expired archive. Safe to repeat. */
export async function expireExport(ctx: Ctx, { export_id }: { export_id: string }) {
  const { tx, school_id } = ctx
  const row = await tx
    .updateTable('data_exports')
    .set({ state: 'expired' })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', '=', 'done')
    .returning('upload_id')
    .executeTakeFirst()
  if (row?.upload_id) await discardUpload(ctx, row.upload_id)
}
