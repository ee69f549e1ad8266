import { useMemo } from 'react'
import type { PersonalValues } from '#platform/client/browser-database/personal-values.ts'
import { useSession } from './frame.tsx'

/** The database's library is loaded with the first use. */
function lazyValues(user_id: string): PersonalValues {
  const load = async () => {
    const { personalValues } = await import('#platform/client/browser-database/personal-values.ts')
    return personalValues(user_id)
  }
  return {
    get: async (name, maxAgeMs) => (await load()).get(name, maxAgeMs),
    set: async (name, value) => (await load()).set(name, value),
    remove: async (name) => (await load()).remove(name),
  }
}

/** Values of the logged-in person in this browser; null for a visitor. */
export function usePersonalValues(): PersonalValues | null {
  const user_id = useSession()?.details?.id
  return useMemo(() => (typeof user_id === 'string' ? lazyValues(user_id) : null), [user_id])
}
