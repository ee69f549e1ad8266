import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import type { LegalKind, LegalTextVersions } from '#tenancy/hosts/school.ts'

export interface AcceptedDocument {
  kind: LegalKind
  version: number
}

/** Each text that a registration names must be the version in force. What it does not name is asked later. */
export function mayRegisterWith(
  inForce: readonly AcceptedDocument[],
  named: readonly AcceptedDocument[],
): Verdict {
  const versions = new Map(named.map(({ kind, version }) => [kind, version]))
  const isOther = ({ kind, version }: AcceptedDocument) =>
    versions.has(kind) && versions.get(kind) !== version
  return inForce.some(isOther) ? refuse('legal_documents_changed') : allow
}

export interface AcceptedVersions {
  accepted_terms_version: number
  accepted_privacy_version: number
}

export const acceptedVersion = (person: AcceptedVersions, kind: LegalKind) =>
  kind === 'terms' ? person.accepted_terms_version : person.accepted_privacy_version

/**
 * Stored as the accepted version of somebody who registered without accepting the text in force. It is lower than every
 * version, 0 included, so the text is asked even where a new version would not be asked of everybody.
 */
export const neverAcceptedVersion = -1

/** Texts of the school that somebody has to accept before going on: of those in force, the ones that are owed. */
export const documentsToAccept = (
  legal: LegalTextVersions,
  person: AcceptedVersions,
  inForce: readonly { kind: LegalKind }[],
): LegalKind[] =>
  inForce.map(({ kind }) => kind).filter((kind) => legal[kind].required > acceptedVersion(person, kind))
