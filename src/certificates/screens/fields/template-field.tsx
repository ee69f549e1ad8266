import { useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface Props {
  value: string | null
  onChange: (id: string | null) => void
}

/** A template, found by a part of its name; none for that of the course. */
export function TemplateField({ value, onChange }: Props) {
  const { t } = useTranslation('manage-certificates')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const search = typed === chosen?.label ? '' : typed.trim().slice(0, 200)
  const input = { limit: 50, ...(search && { search }) }
  const templates =
    useApiQuery(contract.listSchoolCertificates, input, { keepPrevious: true }).data?.data ?? []
  const listed = templates.map(({ id, name, course_title }) => ({
    value: id,
    label: course_title && course_title !== name ? `${name} · ${course_title}` : name,
  }))
  const choices = chosen && !listed.some((one) => one.value === chosen.value) ? [chosen, ...listed] : listed
  return (
    <SelectField
      label={t('issue.template')}
      hint={t('issue.templateHint')}
      placeholder={t('issue.templateOfCourse')}
      searchable
      clearable
      onSearchChange={setTyped}
      value={value}
      onChange={(id) => {
        setChosen(choices.find((one) => one.value === id) ?? null)
        onChange(id)
      }}
      choices={choices}
    />
  )
}
