import type { Ctx } from '../context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'

/** Inserts the first host of the context's school. `host` is a sub-domain's label or a whole domain. */
export async function insertHost({ tx, school_id, now }: Ctx, host: string) {
  await tx.insertInto('school_hosts').values({ host, school_id, created_at: now }).execute()
}

/** A stored host, locked until commit; undefined if no school has it. */
export const hostForUpdate = ({ tx }: Pick<Ctx, 'tx'>, host: string) =>
  tx
    .selectFrom('school_hosts')
    .where('host', '=', host)
    .select(['school_id', 'is_primary', 'released_at'])
    .forUpdate()
    .executeTakeFirst()

/** Id of a host's school; null if there is none. `host` is a sub-domain's label or a whole domain. */
export async function schoolIdOfHost(db: Database, host: string) {
  const row = await db
    .selectFrom('school_hosts')
    .where('host', '=', host)
    .select('school_id')
    .executeTakeFirst()
  return row?.school_id ?? null
}

/** A school's custom domain at or below this domain; null if there is none. */
export async function hostWithin({ tx }: Pick<Ctx, 'tx'>, domain: string) {
  const row = await tx
    .selectFrom('school_hosts')
    .where('host', 'like', '%.%')
    .where((eb) => eb.or([eb('host', '=', domain), eb('host', 'like', `%.${domain}`)]))
    .select('host')
    .executeTakeFirst()
  return row?.host ?? null
}

/** Ids of the newest schools, newest first. */
export async function newestSchools(db: Database, limit: number) {
  const rows = await db
    .selectFrom('school_hosts')
    .where('is_primary', '=', true)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .select('school_id')
    .execute()
  return rows.map((row) => row.school_id)
}

/**
 * Assigns a domain to the context's school, also if another school has it, unless it is another school's primary host. Returns
 * whether the school has it.
 */
export async function assignHost({ tx, school_id, now }: Ctx, host: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('school_hosts')
    .values({ host, school_id, is_primary: false, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet((eb) => ({
          school_id: eb.ref('excluded.school_id'),
          is_primary: false,
          released_at: null,
        }))
        .where('school_hosts.is_primary', '=', false),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Makes a host of the context's school primary, or not. */
export async function setPrimaryHost({ tx, school_id }: Ctx, host: string, is_primary: boolean) {
  await tx
    .updateTable('school_hosts')
    .set({ is_primary })
    .where('school_id', '=', school_id)
    .where('host', '=', host)
    .execute()
}

/** Deletes a host of the context's school unless it was released. Returns whether the school had it. */
export async function deleteHost({ tx, school_id }: Ctx, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('school_hosts')
    .where('school_id', '=', school_id)
    .where('host', '=', host)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Turns a host into a redirect to the school's primary host. Returns whether the school had it. */
export async function releaseHost({ tx, school_id, now }: Ctx, host: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('school_hosts')
    .set({ is_primary: false, released_at: now })
    .where('school_id', '=', school_id)
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes hosts of all schools that were released up to a time. Returns the ids of their schools. */
export async function deleteReleasedHosts({ tx }: Ctx, until: Date): Promise<ReadonlySet<string>> {
  const deleted = await tx
    .deleteFrom('school_hosts')
    .where('released_at', '<=', until)
    .returning('school_id')
    .execute()
  return new Set(deleted.map((host) => host.school_id))
}

/** Deletes every host of a school that is being erased. */
export const deleteHostsOf = (db: Database, school_id: string) =>
  db.deleteFrom('school_hosts').where('school_id', '=', school_id).execute()
