import { TagsInput, type TagsInputProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

interface Extra {
  /** Tags that are offered while typing. */
  suggestions?: readonly string[]
}

type Props = FieldProps<string[]> &
  Extra &
  Omit<TagsInputProps, keyof FieldProps<string[]> | 'description' | 'data'>

/** Short texts that the user types, each ended by Enter or a comma. */
export function TagsField({ hint, suggestions = [], required, ...rest }: Props) {
  return (
    <TagsInput
      acceptValueOnBlur
      {...rest}
      description={hint}
      data={[...suggestions]}
      withAsterisk={required ?? false}
      aria-required={required}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
