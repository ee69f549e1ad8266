import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { CustomDomains } from '#platform/database/database-types.ts'
import { verificationHost } from './domain-name.ts'
import { verificationGraceMs, type DomainState } from './next-domain-state.ts'
import type { DnsProblem } from './look-up-records.ts'

export type DomainRow = Selectable<CustomDomains>

export const selectDomains = ({ tx, school_id }: Ctx) =>
  tx.selectFrom('custom_domains').where('school_id', '=', school_id).selectAll()

export const findDomain = (ctx: Ctx, id: string) => selectDomains(ctx).where('id', '=', id).executeTakeFirst()

/** A domain as its school sees it. */
export function domainView(row: DomainRow, canonical: string | null) {
  const { id, domain, state, problem, found, checked_at, failing_since, proof, created_at } = row
  return {
    id,
    domain,
    state: state as DomainState,
    problem: problem as DnsProblem | null,
    found,
    checked_at,
    answers_until: failing_since && new Date(failing_since.getTime() + verificationGraceMs),
    is_canonical: domain === canonical,
    proof: { host: verificationHost(domain), value: proof },
    created_at,
  }
}
