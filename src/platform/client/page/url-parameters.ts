import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Setter = (value: string | null) => void

/** A query parameter with a function that changes it. `replace` replaces the current history entry. */
export function useUrlParameter(name: string, replace: boolean): [string | null, Setter] {
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

/** A parameter of a screen, such as a tab or filter. Replaces the current history entry. */
export const useQueryParam = (name: string) => useUrlParameter(name, true)
