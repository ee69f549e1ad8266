import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { listFaculties } from '../contract.ts'

interface Props {
  label: string
  /** Id of the selected faculty; null for all. */
  value: string | null
  onChange: (faculty_id: string | null) => void
}

/** Filters a list by faculty; renders nothing in a school without faculties. */
export function FacultyFilter({ label, value, onChange }: Props) {
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  if (faculties.length === 0) return null
  return (
    <SelectField
      label={null}
      aria-label={label}
      placeholder={label}
      clearable
      value={value}
      onChange={onChange}
      choices={faculties.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
