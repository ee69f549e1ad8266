import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<boolean> & Omit<CheckboxProps, keyof FieldProps<boolean> | 'description'>

/** A checkbox of a form. Mantine shows its error but does not announce it to screen readers. */
export function CheckboxField({ hint, value, onChange, error, required, ...rest }: Props) {
  return (
    <Checkbox
      {...rest}
      description={hint}
      error={error}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      aria-invalid={error ? true : undefined}
      aria-required={required}
    />
  )
}
