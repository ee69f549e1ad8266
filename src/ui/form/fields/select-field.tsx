import { Select, type SelectProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface Extra {
  choices: readonly Choice[]
}

type Props = FieldProps<string | null> &
  Extra &
  Omit<SelectProps, keyof FieldProps<string | null> | 'description' | 'data'>

/** A choice of one option from a list. `searchable` for long lists, `clearable` if optional. */
export function SelectField({ hint, choices, onChange, required, ...rest }: Props) {
  return (
    <Select
      {...rest}
      description={hint}
      data={[...choices]}
      onChange={(chosen) => onChange(chosen)}
      withAsterisk={required ?? false}
      aria-required={required}
      comboboxProps={{ shadow: 'md' }}
      // Selects the text, so that typing replaces it instead of extending it.
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
