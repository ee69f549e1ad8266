import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind, LegalTextVersions } from '#tenancy/hosts/school.ts'
import { documentsToAccept, type AcceptedVersions } from './policy.ts'
import { currentLegalDocuments } from './current-documents.ts'

/** The texts that a person still has to accept. Costs no query: the school comes with the host. */
export function pendingLegalDocuments(
  { config, school }: Pick<Ctx, 'config' | 'school'>,
  person: AcceptedVersions,
  legal: LegalTextVersions = school!.legal,
): LegalKind[] {
  const versions = { terms: legal.terms.version, privacy: legal.privacy.version }
  return documentsToAccept(legal, person, currentLegalDocuments(config, school!, versions))
}
