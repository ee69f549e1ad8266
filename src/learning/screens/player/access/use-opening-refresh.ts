import { useEffect, useState } from 'react'
import { createOpeningTimer } from './opening-timer.ts'
import { serverTime } from '../progress/server-clock.ts'
import type { CourseContents } from '../progress/use-progress.ts'

/** Reads the outline anew when the next content opens by its time, so that it opens on the open page. */
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
    // Each reading looks again, also where the same content is still the next.
  }, [next, contents, refetch, transferRate])
}
