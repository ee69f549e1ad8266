import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getCourseContents } from '#courses/contract.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { getMyEnrolment, getCourseAccess } from '../../../contract.ts'
import type { CourseContents } from '../progress/use-progress.ts'

/** Milliseconds. Together with the 15 seconds of media links, a page is closed within 30 seconds. */
const interval = 12_000

/**
 * Checks while the page is visible whether the student still has access, and reloads the course when that
 * changes.
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
    // oxlint-disable-next-line react/exhaustive-deps -- runs again only when the answer changes
  }, [watching, now, client])
}
