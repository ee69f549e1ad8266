import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import type { LegalKind, LegalTextVersions } from '#tenancy/hosts/school.ts'

export interface AcceptedDocument {
  kind: LegalKind
  version: number
}

/** Each text of a registration must be the current version. Missing texts are required later. */
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
 * Stored as the accepted version of a person who registered without accepting the current text. It is lower than
 * every version, including 0, so the text is required even if a new version needs no acceptance by others.
 */
export const neverAcceptedVersion = -1

/** Texts of the school that a person must accept before continuing. */
export const documentsToAccept = (
  legal: LegalTextVersions,
  person: AcceptedVersions,
  inForce: readonly { kind: LegalKind }[],
): LegalKind[] =>
  inForce.map(({ kind }) => kind).filter((kind) => legal[kind].required > acceptedVersion(person, kind))
