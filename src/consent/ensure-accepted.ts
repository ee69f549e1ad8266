import type { Ctx } from '#platform/context.ts'
import { Refusal } from '#platform/refusal.ts'
import { mayRegisterWith, type AcceptedText } from './policy.ts'
import { textsInForce, type TextInForce, type Versions } from './texts-in-force.ts'

interface Newcomer {
  /** As the school's row has them now. */
  versions: Versions
  accepted_texts: readonly AcceptedText[] | null | undefined
}

/** What a newcomer accepts; else a refusal with the texts in force, for the form to show. */
export function ensureAccepted(
  { config, school, client_id }: Pick<Ctx, 'config' | 'school' | 'client_id'>,
  { versions, accepted_texts }: Newcomer,
): TextInForce[] {
  const texts = school ? textsInForce(config, school, versions) : []
  const verdict = mayRegisterWith(texts, accepted_texts, client_id !== undefined)
  if (!verdict.allowed) throw new Refusal(verdict.code, { extra: { texts } })
  return accepted_texts ? texts : []
}
