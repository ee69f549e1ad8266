import { Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { questionTypes } from '#lib/questions/bodies.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export const difficulties = ['1', '2', '3', '4', '5'] as const

/** The filters in the address. */
export function useQuestionFilters() {
  const [q, setSearch] = useQueryParam('search')
  const [typeName, setType] = useQueryParam('type')
  const [tag, setTag] = useQueryParam('tag')
  const [level, setDifficulty] = useQueryParam('difficulty')
  const type = questionTypes.find((one) => one === typeName)
  const difficulty = difficulties.find((one) => one === level)
  const filters = {
    ...(q && { q }),
    ...(type && { type }),
    ...(tag && { tag }),
    ...(difficulty && { difficulty: Number(difficulty) }),
  }
  return { filters, q, type, tag, difficulty, setSearch, setType, setTag, setDifficulty }
}

export function QuestionFilters({ bank_id }: { bank_id: string }) {
  const { t } = useTranslation('question-banks')
  const filters = useQuestionFilters()
  const tags = useApiQuery(contract.listQuestionTags, { bank_id }).data?.data ?? []
  const named = tags.map(({ tag }) => tag)
  // The address may name a tag that no question has any more.
  const choices = filters.tag && !named.includes(filters.tag) ? [filters.tag, ...named] : named
  return (
    <Group align="flex-end" gap="md">
      <Search />
      <SelectField
        label={t('type')}
        clearable
        searchable
        placeholder={t('all')}
        value={filters.type ?? null}
        onChange={filters.setType}
        choices={questionTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <SelectField
        label={t('tag')}
        clearable
        searchable
        placeholder={t('all')}
        value={filters.tag}
        onChange={filters.setTag}
        choices={choices.map((value) => ({ value, label: value }))}
      />
      <SelectField
        label={t('difficulty')}
        clearable
        placeholder={t('all')}
        value={filters.difficulty ?? null}
        onChange={filters.setDifficulty}
        choices={difficulties.map((value) => ({ value, label: t(`level_${value}`) }))}
      />
    </Group>
  )
}

function Search() {
  const { t } = useTranslation('question-banks')
  const { q, setSearch } = useQuestionFilters()
  const [typed, setTyped] = useState(q ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return <SearchInput label={t('searchQuestions')} value={typed} onChange={setTyped} flex="1 1 16rem" />
}
