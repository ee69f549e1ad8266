import { useEffect, useState } from 'react'
import { createOpeningTimer } from './opening-timer.ts'
import { serverTime } from '../progress/server-clock.ts'
import type { CourseContents } from '../progress/use-progress.ts'

/** Reloads the outline when the next content opens, so that it opens on the current page. */
export function useOpeningRefresh(contents: CourseContents | undefined, refetch: () => unknown) {
  const times = (contents?.lessons ?? [])
    .flatMap((lesson) => lesson.contents)
    .flatMap(({ lock }) => (lock?.opens_at ? [new Date(lock.opens_at).getTime()] : []))
  const next = times.length ? Math.min(...times) : null
  const [transferRate] = useState(createOpeningTimer)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => void refetch(), transferRate(next, serverTime()))
    return () => clearTimeout(timer)
    // Runs after each reload, even if the same content is next.
  }, [next, contents, refetch, transferRate])
}
