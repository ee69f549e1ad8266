import { Text } from '@mantine/core'
import { useState } from 'react'
import { listStudents } from '#accounts/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props extends Omit<FieldProps<string | null>, 'label'> {
  /** Name of the student whose exception is changed; null for a new one. */
  fixedName: string | null
}

/** The student, found by a part of the name or address. */
export function StudentField({ fixedName, ...field }: Props) {
  const { t } = useTranslation('exceptions')
  const [typed, setTyped] = useState('')
  const search = typed.trim().slice(0, 100)
  const input = { limit: 20, ...(search && { search }) }
  const listed = useApiQuery(listStudents, input, { keepPrevious: true, enabled: fixedName === null })
  if (fixedName !== null)
    return (
      <Text fw={600} component="bdi">
        {fixedName}
      </Text>
    )
  return (
    <SelectField
      {...field}
      label={t('student')}
      hint={t('studentHint')}
      required
      searchable
      data-autofocus
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      choices={(listed.data?.data ?? []).map(({ id, name, email }) => ({
        value: id,
        label: name ? `${name} · ${email}` : email,
      }))}
    />
  )
}
