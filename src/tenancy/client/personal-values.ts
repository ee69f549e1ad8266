import { useMemo } from 'react'
import { personalValues, type PersonalValues } from '#platform/client/browser-database/personal-values.ts'
import { useSession } from './frame.tsx'

/** Values of the logged-in person in this browser; null for a visitor. */
export function usePersonalValues(): PersonalValues | null {
  const user_id = useSession()?.details?.id
  return useMemo(() => (typeof user_id === 'string' ? personalValues(user_id) : null), [user_id])
}
