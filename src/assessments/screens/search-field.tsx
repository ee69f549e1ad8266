import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'

/** The search of a list, which the parameter `search` of the address holds; it changes after a pause of typing. */
export function SearchField({ label }: { label: string }) {
  const [search, setSearch] = useQueryParam('search')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return <SearchInput label={label} value={typed} onChange={setTyped} flex="1 1 16rem" />
}
