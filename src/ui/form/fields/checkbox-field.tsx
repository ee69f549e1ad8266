import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { FieldProps } from '../form-state.ts'

type Props = Omit<FieldProps<boolean>, 'onChange'> & {
  /** The event tells which keys were held. */
  onChange: (value: boolean, event: ChangeEvent<HTMLInputElement>) => void
} & Omit<CheckboxProps, keyof FieldProps<boolean> | 'description'>

/** A checkbox of a form. Mantine shows its error but does not announce it to screen readers. */
export function CheckboxField({ hint, value, onChange, error, required, ...rest }: Props) {
  return (
    <Checkbox
      {...rest}
      description={hint}
      error={error}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked, event)}
      aria-invalid={error ? true : undefined}
      aria-required={required}
    />
  )
}
