import type { Actor } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** For people of the school there is no visit. */
export const mayRequestWriteAccess = (actor: Pick<Actor, 'support'>): Verdict =>
  actor.support ? allow : refuse('not_found')
