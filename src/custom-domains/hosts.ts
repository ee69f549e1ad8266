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

/** Removes the host. Deletes only the school's own claim, and no redirect of a released domain. */
export async function removeHost(ctx: Ctx, domain: string) {
  if (await deleteHost(ctx, domain)) ctx.invalidateSchool()
}

/** Turns a released domain into a redirect to the school's canonical host, until another school verifies it. */
export async function redirectHost(ctx: Ctx, domain: string) {
  if (await releaseHost(ctx, domain)) ctx.invalidateSchool()
}

/** Deletes redirects of domains that were released more than 12 months ago, for all schools. */
export async function deleteExpiredRedirects(ctx: Ctx) {
  const school_ids = await deleteReleasedHosts(ctx, new Date(ctx.now.getTime() - redirectMs))
  for (const school_id of school_ids) await announceSchoolChange(ctx, school_id)
}

/**
 * Assigns a verified domain to this school. False if it is the canonical host of another school. A non-canonical
 * claim has lost its records or never pointed here, so the latest verification wins.
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
  ctx.invalidateSchool()
  return isAssigned
}

/** Sets or clears the canonical flag of a host. Of several active domains the first stays canonical. */
export async function setCanonicalHost(ctx: Ctx, domain: string, shouldBeCanonical: boolean) {
  const canonical = await activeCustomDomain(ctx)
  const is_primary = shouldBeCanonical && (canonical === null || canonical === domain)
  if (is_primary === (canonical === domain)) return
  await setPrimaryHost(ctx, domain, is_primary)
  ctx.invalidateSchool()
}

/** Serialises until commit the verification of a school's domain and a reseller's root. */
export const lockHosts = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('hosts'))`.execute(tx)

/** Names at or below a reseller's root belong to the reseller's schools, even if another school verifies them. */
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
