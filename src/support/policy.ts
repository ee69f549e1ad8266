import type { Actor } from '#platform/context.ts'
import { allow, refuse, type Verdict } from '#platform/refusal.ts'

/** For people of the school there is no visit. */
export const mayRaise = (actor: Pick<Actor, 'support'>): Verdict =>
  actor.support ? allow : refuse('not_found')
