import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { SearchInput } from '#ui/form/fields/search-input.tsx'

interface Props {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

/** The query is part of the address, so that a list can be shared and Back restores it. */
export function SearchField({ label, value, onChange }: Props) {
  const [searchText, setSearchText] = useState(value ?? '')
  const tell = useDebouncedCallback((words: string) => onChange(words.trim() || null), 250)
  return (
    <SearchInput
      label={label}
      hasPlaceholderLabel
      value={searchText}
      onChange={(text) => {
        setSearchText(text)
        tell(text)
      }}
      maxLength={100}
      flex="1 1 14rem"
    />
  )
}
