import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

export type AutosaveStatus =
  | { status: 'saved'; at: Date | null }
  | { status: 'waiting' }
  | { status: 'saving' }
  | { status: 'offline' }
  | { status: 'failed'; error: ApiError }

/** Milliseconds until a failed save is retried. */
const again = 10_000

interface Options {
  /** Milliseconds after the last change. */
  delay?: number
  enabled?: boolean
}

type Save<V> = (values: V) => Promise<unknown>

/**
 * Saves `values` when typing stops, one request at a time, the newest values last. Failed saves are retried when
 * the browser is online again; leaving before that shows a warning.
 */
export function useAutosave<V>(values: V, save: Save<V>, { delay = 1200, enabled = true }: Options = {}) {
  const [state, setState] = useState<AutosaveStatus>({ status: 'saved', at: null })
  const text = JSON.stringify(values)
  const saved = useRef(text)
  const newest = useRef({ text, values, save })
  const running = useRef<Promise<boolean> | null>(null)
  useEffect(() => {
    newest.current = { text, values, save }
  })

  /** Sends unsaved values. Resolves to whether everything is saved. */
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
        setState(failureStatus(error as ApiError))
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

  useFlushAgain(flush, state)
  return { state, flush }
}

/** Flushes when the connection may be back and when the screen closes; warns before unsaved values are left. */
function useFlushAgain(flush: () => Promise<boolean>, state: AutosaveStatus) {
  // The server may be unreachable while the browser is online: no event reports its return.
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

  // Navigation within the app must not lose the last input.
  useEffect(() => () => void flush(), [flush])
  useLeaveWarning(state.status !== 'saved', flush)
}

const failureStatus = (error: ApiError): AutosaveStatus =>
  error.status === 0 ? { status: 'offline' } : { status: 'failed', error }
