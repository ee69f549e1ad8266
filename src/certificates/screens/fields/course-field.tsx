import { useState } from 'react'
import { listCourses } from '#courses/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'

interface Props extends FieldProps<string | null> {
  /** Name of the course that was chosen before. */
  courseName?: string | null
  placeholder: string
}

/** A course, found by a part of its name. */
export function CourseField({ courseName, ...field }: Props) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(
    field.value && courseName ? { value: field.value, label: courseName } : null,
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
      onSearchChange={setSearch}
      onChange={(id) => {
        setChosen(choices.find(({ value }) => value === id) ?? null)
        field.onChange(id)
      }}
      choices={choices}
    />
  )
}
