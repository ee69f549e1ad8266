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

/** `4:05`, `1:02:03`. */
export function formatPlaybackTime(seconds: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
