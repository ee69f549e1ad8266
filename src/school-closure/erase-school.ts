import { CompiledQuery, sql } from 'kysely'
import { deleteOwnersOfSchool, deletePeopleOfSchool } from '#accounts/index.ts'
import { listTenantTables } from '#operations/index.ts'
import { retainCertificates } from '#certificates/index.ts'
import { deleteSchoolOffers } from '#ownership/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx, withSchoolTx } from '#tenancy/database/school-tx.ts'
import { json, type Tx } from '#platform/database/database.server.ts'
import { announceSchoolChange } from '#tenancy/http/school-transaction.ts'
import { deleteQuarantinedPayments, deleteReconciledSchool } from '#payments/index.ts'
import { endBilling } from '#school-billing/index.ts'
import { deleteFromDirectory } from '#schools/index.ts'
import { deleteHostsOf } from '#tenancy/index.ts'
import { mailSchoolErased, type FormerOwner } from './mails.ts'
import type { ClosingRow } from './queries.ts'

/** Rows per statement, small enough that nobody waits long for a lock. */
const atOnce = 500
const addressRetentionMs = 365 * 86_400_000

/**
 * Erases a school whose grace period is over. Each step is short and safe to repeat, so an interrupted run
 * continues and two concurrent runs share the work; only one of them mails the owners.
 */
export async function eraseSchool(
  ctx: CtxWithoutTx,
  { closed_school_id: school_id }: { closed_school_id: string },
) {
  const { db } = ctx
  const txCtx = <T>(work: (tx: Tx) => Promise<T>) => withSchoolTx(db, school_id, work)
  const begun = await txCtx((tx) => begin(tx, ctx, school_id))
  if (!begun) return
  await dropUnfinished(ctx, school_id)
  await retainCertificates(ctx, school_id)
  await leaveDirectories(ctx, school_id)
  await eraseRows(ctx, school_id)
  await txCtx((tx) => sql`select delete_school_jobs()`.execute(tx))
  await eraseFiles(ctx, school_id)
  await ctx.transact((platform) => end(platform, school_id))
}

/** From here on no process finds the school: each reads this row. */
async function begin(tx: Tx, { now }: CtxWithoutTx, school_id: string): Promise<ClosingRow | null> {
  const owners = await tx
    .selectFrom('account_schools as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.school_id', '=', school_id)
    .select(['a.id', 'a.email', 'a.name'])
    .execute()
  await tx
    .updateTable('school_closings')
    .set({ erasing_at: now, former_owners: json(owners) })
    .where('school_id', '=', school_id)
    .where('erasing_at', 'is', null)
    .where('erase_at', '<=', now)
    .execute()
  const row = await tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .where('erasing_at', 'is not', null)
    .where('erased_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (row) await announceSchoolChange({ tx }, school_id)
  return row ?? null
}

/** Incomplete uploads have no object, only a row that names their parts. */
async function dropUnfinished({ db, storage }: CtxWithoutTx, school_id: string) {
  const pending = await withSchoolTx(db, school_id, (tx) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('status', '=', 'pending')
      .select('object_key')
      .execute(),
  )
  for (const { object_key } of pending) await storage.remove(object_key)
}

/** Deletes its hosts, including custom domains, and its rows in undistributed tables. */
async function leaveDirectories(ctx: CtxWithoutTx, school_id: string) {
  const { db } = ctx
  await deleteHostsOf(db, school_id)
  await deleteFromDirectory(db, school_id)
  await endBilling(ctx, school_id)
  await deleteQuarantinedPayments(db, school_id)
  await deleteReconciledSchool(db, school_id)
  await deleteOwnersOfSchool(db, school_id)
  await deleteSchoolOffers(db, school_id)
  await deletePeopleOfSchool(db, school_id)
}

/** Deletes referencing tables first; repeats until nothing is left, because another run may lock some rows. */
async function eraseRows({ db }: CtxWithoutTx, school_id: string) {
  const tables = await db.connection().execute((connection) =>
    listTenantTables({
      query: (text, values = []) => connection.executeQuery(CompiledQuery.raw(text, values)) as never,
    }),
  )
  for (;;) {
    for (const { name } of tables.toReversed())
      for (;;) {
        const deletedCount = await withSchoolTx(db, school_id, async (tx) => {
          const { rows } = await sql<{
            n: number
          }>`select erase_school_rows(${name}, ${atOnce}) as n`.execute(tx)
          return rows[0]!.n
        })
        if (deletedCount === 0) break
      }
    if (!(await isAnythingLeft(db, school_id, tables))) return
  }
}

const isAnythingLeft = (db: CtxWithoutTx['db'], school_id: string, tables: { name: string }[]) =>
  withReadOnlySchoolTx(db, school_id, async (tx) => {
    for (const { name } of tables) {
      const { rows } =
        await sql`select from ${sql.table(name)} where school_id = ${school_id} limit 1`.execute(tx)
      if (rows.length > 0) return true
    }
    return false
  })

async function eraseFiles({ storage }: CtxWithoutTx, school_id: string) {
  for await (const { key } of storage.list(school_id)) await storage.remove(key)
}

/** The run that finds the row open writes the audit entry and the mails, in the same transaction. */
async function end(ctx: Ctx, school_id: string) {
  const { tx, now } = ctx
  const before = await tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .where('erased_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  await tx
    .updateTable('school_closings')
    .set({
      erased_at: now,
      address_reserved_until: new Date(now.getTime() + addressRetentionMs),
      name: '',
      reason: '',
      former_owners: json([]),
      archive_state: 'none',
      archive_upload_id: null,
    })
    .where('school_id', '=', school_id)
    .execute()
  await ctx.audit('school.erased', ['school', school_id], { school_id, school_url: before.school_url })
  await mailSchoolErased(ctx, before.former_owners as unknown as FormerOwner[], before.name)
}
