import { useEffect, useState } from 'react'
import type { CommandEntry, CommandSearch } from './palette-entries.ts'

/** Fewer letters are searched in pages and actions only. */
const minLetters = 2
/** Milliseconds without typing after which the server is asked. */
const pauseMs = 120
const maxCached = 50

interface Answer {
  query: string
  entries: readonly CommandEntry[]
  failed: boolean
}

const noAnswer: Answer = { query: '', entries: [], failed: false }

/**
 * Results of the searches for a query, and suggestions for an empty one. Requests wait for a pause in typing; an answer to
 * an outdated query is dropped. Until the new answer arrives, the last one stays, so that the list does not jump.
 */
export function useSearchResults(query: string, searches: readonly CommandSearch[]) {
  const typed = query.trim()
  const [answer, setAnswer] = useState<Answer>(noAnswer)
  const [cache] = useState(() => new Map<string, Answer>())
  const isSearched = typed === '' || typed.length >= minLetters
  const cached = cache.get(typed)
  useEffect(() => {
    if (!isSearched || cached) return
    const outdated = new AbortController()
    const run = async () => {
      const answers = await Promise.allSettled(searches.map((search) => search(typed, outdated.signal)))
      if (outdated.signal.aborted) return
      const entries = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      const next = { query: typed, entries, failed: answers.some(({ status }) => status === 'rejected') }
      if (!next.failed && cache.size < maxCached) cache.set(typed, next)
      setAnswer(next)
    }
    const timer = setTimeout(() => void run(), typed === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [typed, isSearched, cached, cache, searches])
  if (!isSearched) return { entries: [], failed: false, isSearching: false }
  // Suggestions do not stay below a query.
  const shown = cached ?? ((answer.query === '') === (typed === '') ? answer : noAnswer)
  return { ...shown, isSearching: !cached && answer.query !== typed }
}
