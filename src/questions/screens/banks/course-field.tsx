import { useState } from 'react'
import { listCourses } from '#courses/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Courses by name, with the chosen one although the search does not find it. */
function useCourseChoices(search: string, chosen: { value: string; label: string } | null) {
  const q = search.trim().slice(0, 100)
  const input = { limit: 50, ...(q && q !== chosen?.label && { q }) }
  const courses = useApiQuery(listCourses, input, { keepPrevious: true }).data?.data ?? []
  const choices = courses.map(({ id, course_name }) => ({ value: id, label: course_name }))
  return chosen && !choices.some(({ value }) => value === chosen.value) ? [chosen, ...choices] : choices
}

interface CourseFieldProps extends FieldProps<string | null> {
  /** Name of the course that was chosen before. */
  courseName?: string | null
}

/** The course of a bank; none for a bank of the whole school. */
export function CourseField({ courseName, ...field }: CourseFieldProps) {
  const { t } = useTranslation('question-banks')
  const [search, setSearch] = useState('')
  const [initial] = useState(field.value)
  const chosen = initial && courseName ? { value: initial, label: courseName } : null
  return (
    <SelectField
      {...field}
      searchable
      clearable
      onSearchChange={setSearch}
      placeholder={t('wholeSchool')}
      choices={useCourseChoices(search, chosen)}
    />
  )
}

/** Filters banks by their course. */
export function CourseFilter({ value, onChange }: Pick<FieldProps<string | null>, 'value' | 'onChange'>) {
  const { t } = useTranslation('question-banks')
  const [search, setSearch] = useState('')
  return (
    <SelectField
      label={t('course')}
      value={value}
      onChange={onChange}
      searchable
      clearable
      onSearchChange={setSearch}
      placeholder={t('all')}
      choices={useCourseChoices(search, null)}
    />
  )
}
