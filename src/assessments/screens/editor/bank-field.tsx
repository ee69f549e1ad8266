import { useState } from 'react'
import { listQuestionBanks } from '#questions/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export interface ChosenBank {
  value: string
  label: string
}

interface Props {
  bank: ChosenBank | null
  onChange: (bank: ChosenBank | null) => void
}

/** A question bank, found by its name. */
export function BankField({ bank, onChange }: Props) {
  const { t } = useTranslation('assessment-editor')
  const [search, setSearch] = useState('')
  const q = search.trim().slice(0, 150)
  const input = { limit: 50, ...(q && q !== bank?.label && { q }) }
  const banks = useApiQuery(listQuestionBanks, input, { keepPrevious: true }).data?.data ?? []
  const listed = banks.map(({ id, name }) => ({ value: id, label: name }))
  const choices = bank && !listed.some(({ value }) => value === bank.value) ? [bank, ...listed] : listed
  return (
    <SelectField
      label={t('bank')}
      searchable
      onSearchChange={setSearch}
      value={bank?.value ?? null}
      onChange={(id) => onChange(choices.find(({ value }) => value === id) ?? null)}
      choices={choices}
      data-autofocus
    />
  )
}
