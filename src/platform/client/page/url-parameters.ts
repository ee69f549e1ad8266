import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Setter = (value: string | null) => void

function useParameter(name: string, replace: boolean): [string | null, Setter] {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback<Setter>(
    (value) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current)
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace, preventScrollReset: true },
      ),
    [name, replace, setParameters],
  )
  return [parameters.get(name), set]
}

/** The open topic. Back returns to the one before. */
export const useTopicParam = () => useParameter('topic', false)

/** The selected course. Takes the place of the current history entry. */
export const useSelectedCourseParam = () => useParameter('selected_course_id', true)

/** Whether staff see the page as an approved student does. Takes the place of the current entry. */
export function useCreatorPreviewParam(): [boolean, (on: boolean) => void] {
  const [value, set] = useParameter('creator_preview', true)
  const turn = useCallback((on: boolean) => set(on ? 'true' : null), [set])
  return [value === 'true', turn]
}

/** Any other parameter of a screen, such as a tab or a filter. Takes the place of the current entry. */
export const useQueryParam = (name: string) => useParameter(name, true)
