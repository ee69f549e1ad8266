import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
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
    <SearchInput
      label={t('students.search')}
      placeholder={t('students.searchHint')}
      value={searchText}
      onChange={setSearchText}
      maxLength={100}
      flex="1 1 14rem"
    />
  )
}
