import { useState } from 'react'
import { listStudents } from '#accounts/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  value: string[]
  onChange: (ids: string[]) => void
  error: string | null
}

/** Students that a person may choose one by one; more get a certificate as those who completed a course. */
const maxChosen = 200

/** Students, found by a part of the name or address. */
export function StudentsField({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation('manage-certificates')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const search = typed.trim().slice(0, 100)
  const input = { limit: 20, ...(search && { search }) }
  const students = useApiQuery(listStudents, input, { keepPrevious: true }).data?.data ?? []
  const listed = students.map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name} · ${email}` : email,
  }))
  const choices = [...chosen.filter((one) => !listed.some((other) => other.value === one.value)), ...listed]
  return (
    <MultiSelectField
      {...rest}
      label={t('issue.students')}
      hint={t('issue.studentsHint')}
      required
      searchable
      hidePickedOptions
      maxValues={maxChosen}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      value={value}
      onChange={(ids) => {
        setChosen(ids.flatMap((id) => choices.find((one) => one.value === id) ?? []))
        onChange(ids)
      }}
      choices={choices}
    />
  )
}
