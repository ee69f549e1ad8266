import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getCourseContents } from '#courses/contract.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { getMyEnrolment, getCourseAccess } from '../../../contract.ts'
import type { CourseContents } from '../progress/use-progress.ts'

/** With the 15 seconds for which a media link is trusted, a page is closed within 30 seconds. */
const interval = 12_000

/**
 * Asks while the page is looked at whether the student still may learn here, and reads the course again when that has
 * changed: what is open closes, and what was closed opens.
 */
export function useAccessCheck(course_id: string, contents: CourseContents | undefined, watching: boolean) {
  const client = useQueryClient()
  const { data, error } = useApiQuery(
    getCourseAccess,
    { course_id },
    { enabled: watching, refetchInterval: interval },
  )
  const shown = contents ? contents.access === 'learn' : false
  const now = error?.status === 404 ? false : data?.has_access
  useEffect(() => {
    if (!watching || now === undefined || now === shown) return
    void client.invalidateQueries({ queryKey: queryKey(getMyEnrolment) })
    void client.invalidateQueries({ queryKey: queryKey(getCourseContents) })
    // oxlint-disable-next-line react/exhaustive-deps -- asked for again only when the answer changes
  }, [watching, now, client])
}
