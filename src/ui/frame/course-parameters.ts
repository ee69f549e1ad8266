import { useCallback } from 'react'
import { useUrlParameter } from '#platform/client/page/url-parameters.ts'

/** The open topic. Back returns to the one before. */
export const useTopicParam = () => useUrlParameter('topic', false)

/** The selected course. Replaces the current history entry. */
export const useSelectedCourseParam = () => useUrlParameter('selected_course_id', true)

/** Whether staff see the page as an approved student does. Replaces the current history entry. */
export function useCreatorPreviewParam(): [boolean, (on: boolean) => void] {
  const [value, set] = useUrlParameter('creator_preview', true)
  const turn = useCallback((on: boolean) => set(on ? 'true' : null), [set])
  return [value === 'true', turn]
}
