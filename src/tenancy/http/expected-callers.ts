import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { deleteEntries } from '#lib/cache/delete-entries.ts'
import { PLATFORM_ID, type Actor } from '../context/request-context.ts'
import { hashToken } from '#platform/security/tokens.ts'

interface Session {
  school_id: string
  token: string
}

/** Thrown inside a transaction that ran for somebody else than the one who calls. Nothing of it is kept. */
export class UnexpectedCallerError extends Error {}

/**
 * Who used a session last, in the memory of this process. It says whom a request is probably from, so that its verb can
 * start in the same round trip as the look-up of its session. It decides nothing: what was done for somebody whom the
 * look-up does not confirm, with the same role and the same details, is rolled back.
 */
export function createExpectedCallers({ max = 5_000 } = {}) {
  const callers = new LRUCache<string, Actor>({ max })
  const keyOf = ({ school_id, token }: Session) => `${school_id}/${hashToken(token).toString('base64')}`

  return {
    of: (session: Session): Actor | undefined => callers.get(keyOf(session)),
    /** Takes what the look-up of a session has found; null for a session that has ended. */
    note(session: Session, actor: Actor | null) {
      const key = keyOf(session)
      callers.delete(key)
      // A visit of support is written down before anything else runs.
      if (!actor || actor.support || session.school_id === PLATFORM_ID) return
      callers.set(key, { ...actor })
    },
    /** Frees the memory of one school's callers, or of all. */
    forget(school_id?: string) {
      if (school_id === undefined) callers.clear()
      else deleteEntries(callers, (key) => key.startsWith(`${school_id}/`))
    },
    size: () => callers.size,
  }
}

/** Those of this process. */
export const expectedCallers = createExpectedCallers()

interface Attempt<T> {
  expected: Actor
  /** Resolves to who really calls; rejects for somebody who may not. */
  identify: () => Promise<Actor>
  run: () => Promise<T>
}

/** Runs both at once. What `identify` says comes first, whatever `run` has come to meanwhile. */
export async function runWhileIdentifying<T>({ expected, identify, run }: Attempt<T>): Promise<T> {
  const [caller, result] = await Promise.allSettled([identify(), run()])
  if (caller.status === 'rejected') throw caller.reason
  if (!isDeepStrictEqual(caller.value, expected)) throw new UnexpectedCallerError('somebody else calls')
  if (result.status === 'rejected') throw result.reason
  return result.value
}
