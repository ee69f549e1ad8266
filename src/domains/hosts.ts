import { sql } from 'kysely'
import type { Ctx } from '#platform/context.ts'
import type { Tx } from '#platform/database.server.ts'
import { tellChanged } from '#platform/transact.ts'
import { ownDomain } from '#platform/own-domain.ts'

/** The host answers for nobody any more. Only the school's own claim is dropped. */
export async function dropHost(ctx: Ctx, domain: string) {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('school_hosts')
    .where('school_id', '=', ctx.school_id)
    .where('host', '=', domain)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) ctx.schoolChanged()
}

/**
 * Lets a proven domain answer for this school. A school whose canonical host it is keeps it: false. One that has it
 * without that has lost its records or never pointed here, and whoever proved last has it.
 */
export async function claimHost(ctx: Ctx, domain: string): Promise<boolean> {
  const { tx, school_id, now } = ctx
  const held = await tx
    .selectFrom('school_hosts')
    .where('host', '=', domain)
    .select(['school_id', 'is_primary'])
    .forUpdate()
    .executeTakeFirst()
  if (held?.school_id === school_id) return true
  await lockHosts(tx)
  if (await isBelowRoot(tx, domain)) return false
  if (held?.is_primary) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('school_hosts')
    .values({ host: domain, school_id, is_primary: false, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet((eb) => ({ school_id: eb.ref('excluded.school_id'), is_primary: false }))
        .where('school_hosts.is_primary', '=', false),
    )
    .executeTakeFirstOrThrow()
  if (held) await tellChanged(ctx, held.school_id)
  ctx.schoolChanged()
  return numInsertedOrUpdatedRows === 1n
}

/** Makes a host canonical, or no longer. Of several active domains the first stays canonical. */
export async function setCanonical(ctx: Ctx, domain: string, wanted: boolean) {
  const { tx, school_id } = ctx
  const canonical = await ownDomain(ctx)
  const is_primary = wanted && (canonical === null || canonical === domain)
  if (is_primary === (canonical === domain)) return
  await tx
    .updateTable('school_hosts')
    .set({ is_primary })
    .where('school_id', '=', school_id)
    .where('host', '=', domain)
    .execute()
  ctx.schoolChanged()
}

/** Of a school's domain and a reseller's root that are proven at once, the second sees the first. Until commit. */
export const lockHosts = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('hosts'))`.execute(tx)

/** What lies at or below a reseller's root is the reseller's schools', whoever proves a part of it. */
async function isBelowRoot(tx: Tx, domain: string) {
  const labels = domain.split('.')
  const above = labels.map((_, index) => labels.slice(index).join('.'))
  const root = await tx
    .selectFrom('resellers')
    .where('root_domain', 'in', above)
    .where('answers', '=', true)
    .select('id')
    .executeTakeFirst()
  return root !== undefined
}
