import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'

interface Props {
  /** Parameter of the address. */
  parameter: string
  label: string
}

/** Search in the address, after a pause of typing. */
export function SearchField({ parameter, label }: Props) {
  const [search, setSearch] = useQueryParam(parameter)
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return <SearchInput label={label} value={typed} onChange={setTyped} maxLength={200} flex="1 1 16rem" />
}
