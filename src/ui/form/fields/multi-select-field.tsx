import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'
import type { Choice } from './select-field.tsx'

interface Extra {
  choices: readonly Choice[]
}

type Props = FieldProps<string[]> &
  Extra &
  Omit<MultiSelectProps, keyof FieldProps<string[]> | 'description' | 'data'>

/** A choice of any number of options. */
export function MultiSelectField({ hint, choices, required, ...rest }: Props) {
  return (
    <MultiSelect
      {...rest}
      description={hint}
      data={[...choices]}
      withAsterisk={required ?? false}
      aria-required={required}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
