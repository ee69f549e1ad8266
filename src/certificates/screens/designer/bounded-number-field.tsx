import { useState } from 'react'
import { NumberField } from '#ui/form/fields/number-field.tsx'

interface Props {
  label: string
  value: number
  min: number
  max: number
  /** Gets numbers from min to max only. */
  onChange: (value: number) => void
  decimalScale?: number
}

/**
 * A number between bounds that takes effect while it is typed. What is out of bounds stays until the field is left: the
 * first digit of a number may be too small.
 */
export function BoundedNumberField({ value, min, max, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<number | null>()
  const set = (next: number) => {
    if (next !== value) onChange(next)
  }
  return (
    <NumberField
      {...rest}
      min={min}
      max={max}
      step={1}
      clampBehavior="none"
      value={typed === undefined ? value : typed}
      onChange={(next) => {
        setTyped(next)
        if (next !== null && next >= min && next <= max) set(next)
      }}
      onBlur={() => {
        if (typeof typed === 'number') set(Math.max(min, Math.min(max, typed)))
        setTyped(undefined)
      }}
    />
  )
}
