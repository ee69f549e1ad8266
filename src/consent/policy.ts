import { allow, refuse, type Verdict } from '#platform/refusal.ts'
import type { LegalKind, LegalStanding } from '#platform/context.ts'

export interface AcceptedText {
  kind: LegalKind
  version: number
}

/** A newcomer accepts exactly what is in force; whoever read an older version is shown the new one first. */
export function mayRegisterWith(
  inForce: readonly AcceptedText[],
  given: readonly AcceptedText[] | null | undefined,
  byProgram: boolean,
): Verdict {
  // A school's own program brings people in who are asked when they first come themselves.
  if (!given && byProgram) return allow
  const shown = new Map((given ?? []).map(({ kind, version }) => [kind, version]))
  if (inForce.some(({ kind, version }) => shown.has(kind) && shown.get(kind) !== version))
    return refuse('texts_changed')
  return inForce.every(({ kind }) => shown.has(kind)) ? allow : refuse('acceptance_required')
}

export interface Accepted {
  accepted_terms: number
  accepted_privacy: number
}

export const acceptedVersion = (person: Accepted, kind: LegalKind) =>
  kind === 'terms' ? person.accepted_terms : person.accepted_privacy

/** Texts of the school that somebody has to accept before going on. */
export const mustAccept = (legal: LegalStanding, person: Accepted): LegalKind[] =>
  (['terms', 'privacy'] as const).filter((kind) => legal[kind].required > acceptedVersion(person, kind))
