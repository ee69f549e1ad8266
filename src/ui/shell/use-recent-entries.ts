import { useEffect, useState } from 'react'
import { usePersonalValues } from '#tenancy/client/personal-values.ts'
import { recentEntries, type StoredEntry } from './recent-entries.ts'

/** Entries that the person opened last; none until they are read. */
export function useRecentEntries() {
  const values = usePersonalValues()
  const [entries, setEntries] = useState<StoredEntry[]>([])
  useEffect(() => {
    let isCurrent = true
    if (values) void recentEntries(values).then((read) => isCurrent && setEntries(read))
    return () => {
      isCurrent = false
    }
  }, [values])
  return entries
}
