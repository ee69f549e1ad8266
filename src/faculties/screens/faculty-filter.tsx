import { Select } from '@mantine/core'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { listFaculties } from '../contract.ts'

interface Props {
  label: string
  /** The id of the chosen faculty; null for all. */
  value: string | null
  onChange: (faculty_id: string | null) => void
}

/** Narrows a list down to one faculty; shows nothing in a school that has none. */
export function FacultyFilter({ label, value, onChange }: Props) {
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  if (faculties.length === 0) return null
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      value={value}
      onChange={onChange}
      data={faculties.map(({ id, name }) => ({ value: id, label: name }))}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
