import { useEffect, useState, useSyncExternalStore } from 'react'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type * as contract from '../../../contract.ts'
import { AttemptSession } from './attempt-session.ts'

export type Attempt = ApiReply<typeof contract.getAttempt>

/** Opens an attempt in this tab while the component is shown. */
export function useAttemptSession(attempt: Attempt, user_id: string) {
  const [session] = useState(() => new AttemptSession(optionsOf(attempt, user_id)))
  useEffect(() => {
    // In development, effects run twice: only the last one opens the attempt.
    const opening = setTimeout(() => void session.open())
    return () => {
      clearTimeout(opening)
      session.close()
    }
  }, [session])
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  return { session, state }
}

const optionsOf = (attempt: Attempt, user_id: string) => ({
  attempt_id: attempt.id,
  user_id,
  status: attempt,
  answers: new Map<number, QuestionAnswer>(
    attempt.slots.flatMap(({ slot, answer }) => (answer ? [[slot, answer] as const] : [])),
  ),
})
