import { sql, type Selectable } from 'kysely'
import { getScheduledErasure } from '#accounts/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { DataExports } from '#platform/database/database-types.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { discardUpload, mediaUrl } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { writeDataExportJob } from './job-handles.ts'
import { mayManagePersonalData } from './policy.ts'

/** Milliseconds for which an archive is stored. */
export const exportRetentionMs = 7 * 86_400_000
/** Longer than the queue retries a job: an older running export was lost with its worker. */
const lostAfter = 6 * 3_600_000

type Row = Selectable<DataExports>

export const requestDataExport = (ctx: CtxWithoutTx): Promise<Reply<typeof contract.requestDataExport>> =>
  ctx.transact(async (txCtx) => {
    const latest = await latestOf(txCtx, txCtx.actor.id)
    const isOfUse = latest && ['waiting', 'running', 'done'].includes(latest.state)
    return view(txCtx, isOfUse ? latest : await ask(txCtx, txCtx.actor.id))
  })

export const renewDataExport = async (ctx: Ctx): Promise<Reply<typeof contract.renewDataExport>> =>
  view(ctx, await ask(ctx, ctx.actor.id))

export async function getMyLatestExport(ctx: Ctx): Promise<Reply<typeof contract.getMyLatestExport>> {
  const row = await latestOf(ctx, ctx.actor.id)
  return { export: row ? await view(ctx, row) : null }
}

export async function requestUserDataExport(
  ctx: Ctx,
  { user_id, reason }: Input<typeof contract.requestUserDataExport>,
): Promise<Reply<typeof contract.requestUserDataExport>> {
  ensureAllowed(mayManagePersonalData(ctx.actor, await getScheduledErasure(ctx, user_id)))
  const row = await ask(ctx, user_id)
  await ctx.audit('user.data_exported', ['user', user_id], { reason })
  return view(ctx, row)
}

export async function getUserData(
  ctx: Ctx,
  { user_id }: Input<typeof contract.getUserData>,
): Promise<Reply<typeof contract.getUserData>> {
  const { erase_at } = await getScheduledErasure(ctx, user_id)
  const row = await latestOf(ctx, user_id)
  return { export: row ? await view(ctx, row) : null, erase_at }
}

/** A request during an export returns that export; a finished one is replaced. */
async function ask(ctx: Ctx, user_id: string): Promise<Row> {
  const { tx, school_id, actor, now } = ctx
  // A support visitor is not a user of the school.
  await getScheduledErasure(ctx, user_id)
  await giveUpLost(ctx, user_id)
  const id = newId()
  const request = await tx
    .insertInto('data_exports')
    .values({ school_id, id, user_id, requested_by: actor.id, created_at: now })
    .onConflict((oc) =>
      // A literal, because a prepared plan matches the partial index by constants only.
      oc
        .columns(['school_id', 'user_id'])
        .where('state', 'in', [sql.lit('waiting'), sql.lit('running')])
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!request) return ensureFound(await underWay(ctx, user_id))
  const before = await tx
    .updateTable('data_exports')
    .set({ state: 'expired' })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('requested_by', '=', actor.id)
    .where('state', '=', 'done')
    .returning('upload_id')
    .execute()
  for (const { upload_id } of before) if (upload_id) await discardUpload(ctx, upload_id)
  await ctx.enqueue(writeDataExportJob, { export_id: id }, { job_key: `data-export/${id}` })
  return request
}

const giveUpLost = ({ tx, school_id, now }: Ctx, user_id: string) =>
  tx
    .updateTable('data_exports')
    .set({ state: 'failed', failure: 'internal_error', finished_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('state', 'in', ['waiting', 'running'])
    .where('created_at', '<', new Date(now.getTime() - lostAfter))
    .execute()

const underWay = ({ tx, school_id }: Ctx, user_id: string) =>
  tx
    .selectFrom('data_exports')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('state', 'in', ['waiting', 'running'])
    .selectAll()
    .executeTakeFirst()

/** The newest export that the actor requested; exports by an admin do not block the person's own. */
const latestOf = ({ tx, school_id, actor }: Ctx, user_id: string) =>
  tx
    .selectFrom('data_exports')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('requested_by', '=', actor.id), eb('state', 'in', ['waiting', 'running'])]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .limit(1)
    .executeTakeFirst()

async function view(ctx: Ctx, row: Row): Promise<Reply<typeof contract.requestDataExport>> {
  const { id, failure, created_at, finished_at, size, upload_id } = row
  const is_done = row.state === 'done' && upload_id !== null && finished_at !== null
  const file_name = is_done ? exportFileName(ctx, created_at) : null
  return {
    id,
    failure,
    created_at,
    finished_at,
    file_name,
    state: row.state as 'done',
    size: is_done ? size : null,
    url: is_done ? mediaUrl(ctx, upload_id, { user_id: ctx.actor.id, file_name: file_name! }) : null,
    expires_at: is_done ? new Date(finished_at.getTime() + exportRetentionMs) : null,
  }
}

export const exportFileName = ({ school }: Pick<Ctx, 'school'>, at: Date) =>
  `${school?.school_url ?? 'school'}-my-data-${at.toISOString().slice(0, 10)}.zip`
