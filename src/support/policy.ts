import type { Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Only support visits can request write access. */
export const mayRequestWriteAccess = (actor: Pick<Actor, 'support'>): Verdict =>
  actor.support ? allow : refuse('not_found')
