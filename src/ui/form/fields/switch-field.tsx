import { Switch, type SwitchProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<boolean> & Omit<SwitchProps, keyof FieldProps<boolean> | 'description'>

/** A switch that applies at once or with its form. */
export function SwitchField({ hint, value, onChange, error, required: _required, ...rest }: Props) {
  return (
    <Switch
      {...rest}
      description={hint}
      error={error}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      aria-invalid={error ? true : undefined}
    />
  )
}
