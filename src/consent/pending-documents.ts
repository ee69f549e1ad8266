import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind, LegalTextVersions } from '#tenancy/hosts/school.ts'
import { documentsToAccept, type AcceptedVersions } from './policy.ts'
import { currentLegalDocuments } from './current-documents.ts'

/** Returns the texts that a person has not accepted. Needs no query: the school is loaded with the host. */
export function pendingLegalDocuments(
  { config, school }: Pick<Ctx, 'config' | 'school'>,
  person: AcceptedVersions,
  legal: LegalTextVersions = school!.legal,
): LegalKind[] {
  const versions = { terms: legal.terms.version, privacy: legal.privacy.version }
  return documentsToAccept(legal, person, currentLegalDocuments(config, school!, versions))
}
