import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Tx } from '#platform/database/database.server.ts'
import { announceSchoolChange } from '#tenancy/http/school-transaction.ts'
import { activeCustomDomain } from '#tenancy/hosts/custom-domain.ts'
import {
  assignHost,
  deleteHost,
  deleteReleasedHosts,
  hostForUpdate,
  releaseHost,
  setPrimaryHost,
} from '#tenancy/index.ts'

/** Milliseconds for which a released domain redirects to the school's canonical host. */
const redirectMs = 365 * 86_400_000

/** The host answers for nobody any more. Only the school's own claim is dropped, and no redirect of a released domain. */
export async function removeHost(ctx: Ctx, domain: string) {
  if (await deleteHost(ctx, domain)) ctx.schoolChanged()
}

/** Keeps a domain that answered for the school as a redirect to its canonical host, until another school proves it. */
export async function redirectHost(ctx: Ctx, domain: string) {
  if (await releaseHost(ctx, domain)) ctx.schoolChanged()
}

/** Ends the redirects of domains that were released more than 12 months ago, of all schools. */
export async function deleteExpiredRedirects(ctx: Ctx) {
  const school_ids = await deleteReleasedHosts(ctx, new Date(ctx.now.getTime() - redirectMs))
  for (const school_id of school_ids) await announceSchoolChange(ctx, school_id)
}

/**
 * Lets a proven domain answer for this school. A school whose canonical host it is keeps it: false. One that has it
 * without that has lost its records or never pointed here, and whoever proved last has it.
 */
export async function claimHost(ctx: Ctx, domain: string): Promise<boolean> {
  const { tx, school_id } = ctx
  const held = await hostForUpdate(ctx, domain)
  if (held?.school_id === school_id && held.released_at === null) return true
  await lockHosts(tx)
  if (await isBelowRoot(tx, domain)) return false
  if (held?.is_primary) return false
  const isAssigned = await assignHost(ctx, domain)
  if (held) await announceSchoolChange(ctx, held.school_id)
  ctx.schoolChanged()
  return isAssigned
}

/** Makes a host canonical, or no longer. Of several active domains the first stays canonical. */
export async function setCanonicalHost(ctx: Ctx, domain: string, shouldBeCanonical: boolean) {
  const canonical = await activeCustomDomain(ctx)
  const is_primary = shouldBeCanonical && (canonical === null || canonical === domain)
  if (is_primary === (canonical === domain)) return
  await setPrimaryHost(ctx, domain, is_primary)
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
    .where('is_serving', '=', true)
    .select('id')
    .executeTakeFirst()
  return root !== undefined
}
