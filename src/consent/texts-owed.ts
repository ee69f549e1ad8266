import type { Ctx, LegalKind, LegalStanding } from '#tenancy/context/request-context.ts'
import { mustAccept, type Accepted } from './policy.ts'
import { textsInForce } from './texts-in-force.ts'

/** The texts that a person still has to accept. Costs no query: the school comes with the host. */
export function textsOwed(
  { config, school }: Pick<Ctx, 'config' | 'school'>,
  person: Accepted,
  legal: LegalStanding = school!.legal,
): LegalKind[] {
  const versions = { terms: legal.terms.version, privacy: legal.privacy.version }
  return mustAccept(legal, person, textsInForce(config, school!, versions))
}
