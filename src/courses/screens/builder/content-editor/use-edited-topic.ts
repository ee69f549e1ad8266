import { useEffect, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import * as contract from '../../../contract.ts'
import type { Outline } from '../outline-tree/outline-model.ts'

export type Topic = NonNullable<Outline['topic']>

interface Read {
  topic: { id: string; content: Topic; opened: number } | null
  error: ApiError | null
  isPending: boolean
}

const pending: Read = { topic: null, error: null, isPending: true }

/**
 * The current content from the server. Neither cached nor refetched, because a refetch would replace input. The
 * component is remounted for each content.
 */
export function useEditedTopic(course_id: string, content_id: string) {
  const [attempt, setAttempt] = useState(0)
  const [read, setRead] = useState<Read>(pending)
  useEffect(() => {
    const controller = new AbortController()
    api(contract.getCourseContents, { id: course_id, topic: content_id }, { signal: controller.signal })
      .then(({ topic }) => {
        const opened = topic && { id: topic.id, content: topic, opened: attempt }
        setRead({ topic: opened, error: null, isPending: false })
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setRead({ topic: null, error, isPending: false })
      })
    return () => controller.abort()
  }, [course_id, content_id, attempt])
  const reload = () => {
    setRead(pending)
    setAttempt((count) => count + 1)
  }
  return { ...read, reload }
}
