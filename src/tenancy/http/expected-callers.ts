import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { deleteEntries } from '#lib/cache/delete-entries.ts'
import type { Actor } from '../access/actor.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { hashToken } from '#platform/security/tokens.ts'

interface Session {
  school_id: string
  token: string
}

/** Thrown in a transaction that ran for another caller. It is rolled back. */
export class UnexpectedCallerError extends Error {}

/**
 * Caches the last user of each session in this process, so that a verb can start in the round trip of the session
 * lookup. Decides nothing: work for a caller whom the lookup does not confirm, with the same role and details, is
 * rolled back.
 */
export function createExpectedCallers({ max = 5_000 } = {}) {
  const callers = new LRUCache<string, Actor>({ max })
  const keyOf = ({ school_id, token }: Session) => `${school_id}/${hashToken(token).toString('base64')}`

  return {
    of: (session: Session): Actor | undefined => callers.get(keyOf(session)),
    /** Stores the result of a session lookup; null for an ended session. */
    note(session: Session, actor: Actor | null) {
      const key = keyOf(session)
      callers.delete(key)
      // Support visits are audited before anything else runs, so they are not cached.
      if (!actor || actor.support || session.school_id === PLATFORM_ID) return
      callers.set(key, { ...actor })
    },
    /** Drops the callers of one school, or of all. */
    evict(school_id?: string) {
      if (school_id === undefined) callers.clear()
      else deleteEntries(callers, (key) => key.startsWith(`${school_id}/`))
    },
    size: () => callers.size,
  }
}

/** The cache of this process. */
export const expectedCallers = createExpectedCallers()

interface Attempt<T> {
  expected: Actor
  /** Resolves to the actual caller; rejects if not permitted. */
  identify: () => Promise<Actor>
  run: () => Promise<T>
}

/** Runs both in parallel. The result of `identify` has priority over that of `run`. */
export async function runWhileIdentifying<T>({ expected, identify, run }: Attempt<T>): Promise<T> {
  const [caller, result] = await Promise.allSettled([identify(), run()])
  if (caller.status === 'rejected') throw caller.reason
  if (!isDeepStrictEqual(caller.value, expected)) throw new UnexpectedCallerError('somebody else calls')
  if (result.status === 'rejected') throw result.reason
  return result.value
}
