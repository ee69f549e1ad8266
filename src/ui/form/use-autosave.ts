import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

export type AutosaveStatus =
  | { status: 'saved'; at: Date | null }
  | { status: 'waiting' }
  | { status: 'saving' }
  | { status: 'offline' }
  | { status: 'failed'; error: ApiError }

/** Milliseconds until what could not be sent is tried again. */
const again = 10_000

interface Options {
  /** Milliseconds after the last change. */
  delay?: number
  enabled?: boolean
}

/**
 * Saves `values` by itself once typing stops, always one save at a time and the newest last. What could
 * not be sent is tried again when the line is back; leaving before that asks first.
 */
export function useAutosave<V>(values: V, save: (values: V) => Promise<unknown>, options: Options = {}) {
  const { delay = 1200, enabled = true } = options
  const [state, setState] = useState<AutosaveStatus>({ status: 'saved', at: null })
  const text = JSON.stringify(values)
  const saved = useRef(text)
  const newest = useRef({ text, values, save })
  const running = useRef<Promise<boolean> | null>(null)
  useEffect(() => {
    newest.current = { text, values, save }
  })

  /** Sends what is not sent yet; whether everything is kept now. */
  const flush = useCallback((): Promise<boolean> => {
    const send = async () => {
      try {
        while (newest.current.text !== saved.current) {
          const going = newest.current
          setState({ status: 'saving' })
          await going.save(going.values)
          saved.current = going.text
        }
        setState({ status: 'saved', at: new Date() })
        return true
      } catch (error) {
        const failure = error as ApiError
        setState(failure.status === 0 ? { status: 'offline' } : { status: 'failed', error: failure })
        return false
      } finally {
        running.current = null
      }
    }
    if (newest.current.text === saved.current) return running.current ?? Promise.resolve(true)
    running.current ??= send()
    return running.current
  }, [])

  useEffect(() => {
    if (!enabled || text === saved.current) return
    setState((current) => (current.status === 'saving' ? current : { status: 'waiting' }))
    const timer = setTimeout(() => void flush(), delay)
    return () => clearTimeout(timer)
  }, [text, delay, enabled, flush])

  // The server may be away while the line is there: nothing tells then when it is back.
  useEffect(() => {
    if (state.status !== 'offline') return
    const timer = setTimeout(() => void flush(), again)
    return () => clearTimeout(timer)
  }, [state, flush])

  useEffect(() => {
    const back = () => void flush()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [flush])

  // Going on to the next content within the app must not lose what was typed a moment ago.
  useEffect(() => () => void flush(), [flush])

  useLeaveWarning(state.status !== 'saved', flush)
  return { state, flush }
}
