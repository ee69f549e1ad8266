import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../contract.ts'

export type AssistantQuestion = ApiReply<typeof contract.askQuestion>

interface Asking {
  question: string
  /** Partial answer. */
  text: string
  /** `lost`: offline; the question is stored and sent again automatically. */
  state: 'asking' | 'lost'
}

interface How {
  quotes_only: boolean
  creator_preview: boolean
}

/**
 * The pending question of a course. It is stored in the browser, so that it survives a reload or a lost
 * connection.
 */
export function useAskQuestion(course_id: string, how: How) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [latest, setLatest] = useState<AssistantQuestion | null>(null)
  const [refusal, setRefusal] = useState<{ error: ApiError; question: string } | null>(null)
  const { quotes_only, creator_preview } = how

  const send = useCallback(
    async (question: string, key: string) => {
      const stored = getBrowserApp().store.courseAiQa(course_id)
      stored.set({ question, answer: '', key })
      setRefusal(null)
      setAsking({ question, text: '', state: 'asking' })
      const input = questionInput(course_id, question, { quotes_only, creator_preview })
      try {
        const answer = await askPatiently(input, key, (text) =>
          setAsking({ question, text, state: 'asking' }),
        )
        stored.set({ question, answer: answer.answer })
        setLatest(answer)
        setAsking(null)
      } catch (error) {
        const problem = error as ApiError
        if (problem.status === 0) return setAsking({ question, text: '', state: 'lost' })
        stored.set({ question, answer: '' })
        setAsking(null)
        setRefusal({ error: problem, question })
      }
      for (const read of [contract.listMyQuestions, contract.getAssistant, contract.recommendTopics])
        await client.invalidateQueries({ queryKey: queryKey(read) })
    },
    [client, course_id, quotes_only, creator_preview],
  )

  const again = useCallback(() => {
    const stored = getBrowserApp().store.courseAiQa(course_id).get()
    if (stored?.key && stored.answer === '') void send(stored.question, stored.key)
  }, [course_id, send])
  useRetryOnOpenOrOnline(again, { course_id, isLost: asking?.state === 'lost' })

  const ask = (question: string) => void send(question, crypto.randomUUID())
  return { asking, latest, refusal, ask, again }
}

/** A flag is sent only if set. */
const questionInput = (course_id: string, question: string, { quotes_only, creator_preview }: How) => ({
  course_id,
  question,
  ...(quotes_only && { quotes_only }),
  ...(creator_preview && { creator_preview }),
})

/** Resumes a question that was pending when the page was left, and sends it again when the browser is online. */
function useRetryOnOpenOrOnline(
  retry: () => void,
  { course_id, isLost }: { course_id: string; isLost: boolean },
) {
  // oxlint-disable-next-line react/exhaustive-deps -- once for each course
  useEffect(() => retry(), [course_id])
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isLost, retry])
}

const pause = 1_500
const maxPauses = 40

/** While the first request still runs on the server, the second waits for its result. */
async function askPatiently(
  input: Parameters<ReturnType<typeof getBrowserApp>['api']>[1] & { course_id: string; question: string },
  idempotencyKey: string,
  onText: (text: string) => void,
): Promise<AssistantQuestion> {
  const api = getBrowserApp().streaming(onText)
  for (let pauses = 0; ; pauses += 1)
    try {
      return await api(contract.askQuestion, input, { idempotencyKey })
    } catch (error) {
      if ((error as ApiError).code !== 'in_progress' || pauses === maxPauses) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
}
