import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  mayRegisterWith,
  neverAcceptedVersion,
  type AcceptedVersions,
  type AcceptedDocument,
} from './policy.ts'
import {
  currentLegalDocuments,
  type CurrentLegalDocument,
  type CurrentVersions,
} from './current-documents.ts'

interface Newcomer {
  /** From the school's row. */
  versions: CurrentVersions
  accepted_documents: readonly AcceptedDocument[] | null | undefined
}

interface TextsOfNewcomer {
  accepted: CurrentLegalDocument[]
  /** Columns of the new user; texts that were not accepted are required at the first login. */
  columns: AcceptedVersions
}

/**
 * Accepts the texts of a registration. Refuses versions that are not current, and returns the current ones for
 * the form.
 */
export function documentsAcceptedAtRegistration(
  { config, school }: Pick<Ctx, 'config' | 'school'>,
  { versions, accepted_documents }: Newcomer,
): TextsOfNewcomer {
  const texts = school ? currentLegalDocuments(config, school, versions) : []
  const named = accepted_documents ?? []
  const verdict = mayRegisterWith(texts, named)
  if (!verdict.allowed) throw new Refusal(verdict.code, { extra: { texts } })
  const accepted = texts.filter(({ kind }) => named.some((text) => text.kind === kind))
  return { accepted, columns: columnsOf(texts, accepted) }
}

/** Columns of a new user who accepted these texts: missing current texts are required at the first login. */
export function acceptanceColumns(
  { config, school }: Pick<Ctx, 'config' | 'school'>,
  versions: CurrentVersions,
  accepted: readonly { kind: LegalKind }[],
): AcceptedVersions {
  return columnsOf(school ? currentLegalDocuments(config, school, versions) : [], accepted)
}

type Kinds = readonly { kind: LegalKind }[]

function columnsOf(inForce: Kinds, accepted: Kinds): AcceptedVersions {
  const has = (texts: Kinds, kind: LegalKind) => texts.some((text) => text.kind === kind)
  const column = (kind: LegalKind) => (has(inForce, kind) && !has(accepted, kind) ? neverAcceptedVersion : 0)
  return { accepted_terms_version: column('terms'), accepted_privacy_version: column('privacy') }
}
