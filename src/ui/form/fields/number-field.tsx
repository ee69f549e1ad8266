import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<number | null> &
  Omit<NumberInputProps, keyof FieldProps<number | null> | 'description'>

/** A number; null while the field is empty. */
export function NumberField({ hint, value, onChange, required, ...rest }: Props) {
  // Keeps unfinished input such as `2.` or `2.50` as text; a number would lose its end.
  const [input, setInput] = useState('')
  return (
    <NumberInput
      thousandSeparator=","
      {...rest}
      description={hint}
      value={input !== '' && numberOf(input) === value ? input : (value ?? '')}
      onChange={(entered) => {
        setInput(typeof entered === 'string' ? entered : '')
        onChange(numberOf(entered))
      }}
      withAsterisk={required ?? false}
      aria-required={required}
      decimalSeparator="."
    />
  )
}

function numberOf(entered: number | string): number | null {
  const number = entered === '' ? NaN : Number(entered)
  return Number.isFinite(number) ? number : null
}
