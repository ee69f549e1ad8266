import { Textarea, type TextareaProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<string> & Omit<TextareaProps, keyof FieldProps<string> | 'description'>

/** Several lines of plain text; the field grows with the text. */
export function TextArea({ hint, value, onChange, required, ...rest }: Props) {
  return (
    <Textarea
      {...rest}
      description={hint}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required ?? false}
      aria-required={required}
    />
  )
}
