import { NumberField } from '#ui/form/fields/number-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'

/** A share from 0 to 1, shown as a percentage. */
export function PercentField({ value, onChange, ...field }: FieldProps<number>) {
  return (
    <NumberField
      {...field}
      value={Math.round(value * 10_000) / 100}
      onChange={(percent) => onChange(Math.round(percent ?? 0) / 100)}
      min={0}
      max={100}
      clampBehavior="strict"
      suffix=" %"
      maw={220}
    />
  )
}
