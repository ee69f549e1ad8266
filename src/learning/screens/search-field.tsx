import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** The typed text, debounced. */
export function useDebouncedSearch() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  return { typed, setTyped, search }
}

interface Props {
  searchText: string
  setSearchText: (text: string) => void
}

/** Search for students by part of a name or address. */
export function SearchField({ searchText, setSearchText }: Props) {
  const { t } = useTranslation('learning')
  return (
    <TextInput
      type="search"
      label={t('students.search')}
      placeholder={t('students.searchHint')}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={searchText}
      onChange={(event) => setSearchText(event.currentTarget.value)}
      maxLength={100}
      flex="1 1 14rem"
    />
  )
}
