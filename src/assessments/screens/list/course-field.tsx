import { useState } from 'react'
import { listCourses } from '#courses/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props extends FieldProps<string | null> {
  /** Name of the present course. */
  courseName?: string | null
}

/** The course of an assessment; none for an assessment of the whole school. */
export function CourseField({ courseName, ...field }: Props) {
  const { t } = useTranslation('assessment-editor')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(
    courseName && field.value ? { value: field.value, label: courseName } : null,
  )
  const q = search.trim().slice(0, 100)
  const input = { limit: 50, ...(q && q !== chosen?.label && { q }) }
  const courses = useApiQuery(listCourses, input, { keepPrevious: true }).data?.data ?? []
  const listed = courses.map(({ id, course_name }) => ({ value: id, label: course_name }))
  const choices = chosen && !listed.some(({ value }) => value === chosen.value) ? [chosen, ...listed] : listed
  return (
    <SelectField
      {...field}
      searchable
      clearable
      placeholder={t('wholeSchool')}
      onSearchChange={setSearch}
      onChange={(id) => {
        setChosen(choices.find(({ value }) => value === id) ?? null)
        field.onChange(id)
      }}
      choices={choices}
    />
  )
}
