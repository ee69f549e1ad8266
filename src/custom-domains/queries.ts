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

/** Converts a domain row for its school. */
export function domainView(row: DomainRow, canonical: string | null) {
  const {
    id,
    domain,
    state,
    problem,
    found_records,
    checked_at,
    failing_since,
    verification_record,
    created_at,
  } = row
  return {
    id,
    domain,
    state: state as DomainState,
    problem: problem as DnsProblem | null,
    found_records,
    checked_at,
    redirects_until: failing_since && new Date(failing_since.getTime() + verificationGraceMs),
    is_canonical: domain === canonical,
    verification_record: { host: verificationHost(domain), value: verification_record },
    created_at,
  }
}
