import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { CustomDomains } from '#platform/database/database-types.ts'
import { proofHost } from './domain-name.ts'
import { graceMs, type DomainState } from './next-state.ts'
import type { Problem } from './look-up-records.ts'

export type DomainRow = Selectable<CustomDomains>

export const domainsOf = ({ tx, school_id }: Ctx) =>
  tx.selectFrom('custom_domains').where('school_id', '=', school_id).selectAll()

export const domainById = (ctx: Ctx, id: string) => domainsOf(ctx).where('id', '=', id).executeTakeFirst()

/** A domain as its school sees it. */
export function shownDomain(row: DomainRow, canonical: string | null) {
  const { id, domain, state, problem, found, checked_at, failing_since, proof, created_at } = row
  return {
    id,
    domain,
    state: state as DomainState,
    problem: problem as Problem | null,
    found,
    checked_at,
    answers_until: failing_since && new Date(failing_since.getTime() + graceMs),
    is_canonical: domain === canonical,
    proof: { host: proofHost(domain), value: proof },
    created_at,
  }
}
