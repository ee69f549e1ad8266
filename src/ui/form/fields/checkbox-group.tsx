import { Checkbox, type CheckboxGroupProps, type CheckboxProps } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<string[]> &
  Omit<CheckboxGroupProps, keyof FieldProps<string[]> | 'description' | 'defaultValue'>

/** Several choices, each a `CheckboxOption` inside. */
export function CheckboxGroup({ hint, value, onChange, ...rest }: Props) {
  return (
    <Checkbox.Group {...rest} description={hint} value={value} onChange={(next) => onChange([...next])} />
  )
}

/** One choice of a `CheckboxGroup`. */
export function CheckboxOption(props: CheckboxProps & { value: string }) {
  return <Checkbox {...props} />
}
