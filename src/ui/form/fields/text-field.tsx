import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<string> & Omit<TextInputProps, keyof FieldProps<string> | 'description'>

/** One line of text. */
export function TextField({ hint, value, onChange, required, ...rest }: Props) {
  return (
    <TextInput
      {...rest}
      description={hint}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required ?? false}
      aria-required={required}
    />
  )
}
