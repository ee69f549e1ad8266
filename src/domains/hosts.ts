import { sql } from 'kysely'
import type { Ctx } from '#platform/context.ts'
import type { Tx } from '#platform/database.server.ts'
import { tellChanged } from '#platform/transact.ts'
import { ownDomain } from '#platform/own-domain.ts'

/** Milliseconds for which a released domain redirects to the school's canonical host. */
const redirectMs = 365 * 86_400_000

/** The host answers for nobody any more. Only the school's own claim is dropped, and no redirect of a released domain. */
export async function dropHost(ctx: Ctx, domain: string) {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('school_hosts')
    .where('school_id', '=', ctx.school_id)
    .where('host', '=', domain)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) ctx.schoolChanged()
}

/** Keeps a domain that answered for the school as a redirect to its canonical host, until another school proves it. */
export async function redirectHost(ctx: Ctx, domain: string) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('school_hosts')
    .set({ is_primary: false, released_at: ctx.now })
    .where('school_id', '=', ctx.school_id)
    .where('host', '=', domain)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) ctx.schoolChanged()
}

/** Ends the redirects of domains that were released more than 12 months ago, of all schools. */
export async function endRedirects(ctx: Ctx) {
  const ended = await ctx.tx
    .deleteFrom('school_hosts')
    .where('released_at', '<=', new Date(ctx.now.getTime() - redirectMs))
    .returning('school_id')
    .execute()
  for (const school_id of new Set(ended.map((host) => host.school_id))) await tellChanged(ctx, school_id)
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
    .select(['school_id', 'is_primary', 'released_at'])
    .forUpdate()
    .executeTakeFirst()
  if (held?.school_id === school_id && held.released_at === null) return true
  await lockHosts(tx)
  if (await isBelowRoot(tx, domain)) return false
  if (held?.is_primary) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('school_hosts')
    .values({ host: domain, school_id, is_primary: false, created_at: now })
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
