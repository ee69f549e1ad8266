import { useEffect } from 'react'
import { serverNow } from './server-clock.ts'
import type { CourseContents } from './use-progress.ts'

/** The longest that a timer can wait, near enough. */
const longest = 2_000_000_000
/** A device whose clock is ahead asks again after this while. */
const again = 30_000

/** Reads the outline anew when the next content opens by its time, so that it opens on the open page. */
export function useOpeningWatch(contents: CourseContents | undefined, refetch: () => unknown) {
  const times = (contents?.lessons ?? [])
    .flatMap((lesson) => lesson.contents)
    .flatMap(({ lock }) => (lock?.opens_at ? [new Date(lock.opens_at).getTime()] : []))
  const next = times.length ? Math.min(...times) : null
  useEffect(() => {
    if (next === null) return
    const left = next - serverNow()
    const timer = setTimeout(() => void refetch(), left > 0 ? Math.min(left + 500, longest) : again)
    return () => clearTimeout(timer)
    // Each reading looks again, also where the same content is still the next.
  }, [next, contents, refetch])
}
