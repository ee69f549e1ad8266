import type { HeadersArgs } from 'react-router'

/** Headers of a page that must not be answered from the cache after the end of its course. */
export function expiresAtEnd({
  course_end_date,
}: {
  course_end_date: string | null
}): Record<string, string> {
  const isAhead = course_end_date !== null && Date.parse(course_end_date) > Date.now()
  return isAhead ? { expires: new Date(course_end_date).toUTCString() } : {}
}

/** Sends the headers that the loader returned. */
export const loaderHeaders = (args: HeadersArgs) => args.loaderHeaders
