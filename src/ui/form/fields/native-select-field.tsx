import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Choice } from './select-field.tsx'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** A choice from a short list with the control of the device. Without a visible label it needs `aria-label`. */
export function NativeSelectField({ choices, onChange, ...rest }: Props) {
  return (
    <NativeSelect {...rest} data={[...choices]} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
