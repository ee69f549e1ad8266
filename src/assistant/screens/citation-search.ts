import { useSearchParams } from 'react-router'

interface CitationTarget {
  content_id: string
  position: number
  quote: string
  start_second: number | null
}

/** Links within this player to a passage or second. */
export function useCitationSearch() {
  const [parameters] = useSearchParams()
  return ({ content_id, position, quote, start_second }: CitationTarget) => {
    const next = new URLSearchParams(parameters)
    next.set('topic', content_id)
    next.delete('at')
    next.delete('find')
    if (start_second !== null) next.set('at', String(start_second))
    else if (position > 0 && quote) next.set('find', quote.slice(0, 100))
    return `?${next}`
  }
}

export { formatPlaybackTime } from '#lib/dates/format-playback-time.ts'
