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

/** One of several. `searchable` for long lists, `clearable` where none may be chosen. */
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
      // Typing replaces what is chosen, instead of adding to its name.
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
