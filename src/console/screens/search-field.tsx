import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

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
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={searchText}
      onChange={(event) => {
        setSearchText(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
      maxLength={100}
      flex="1 1 14rem"
    />
  )
}
