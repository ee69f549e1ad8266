import { NumberField } from './number-field.tsx'
import type { FieldProps } from '../form-state.ts'
import { fractionDigits } from '#ui/components/formatting/format-number.ts'

interface Props extends FieldProps<number | null> {
  /** ISO 4217. */
  currency: string
}

/** An amount, shown in the unit of the currency and stored in its minor unit. */
export function MoneyField({ currency, value, onChange, ...rest }: Props) {
  const digits = fractionDigits(currency)
  const unit = 10 ** digits
  return (
    <NumberField
      {...rest}
      value={value === null ? null : value / unit}
      onChange={(amount) => onChange(amount === null ? null : Math.round(amount * unit))}
      min={0}
      decimalScale={digits}
      fixedDecimalScale
      hideControls
      leftSection={<span aria-hidden>{currency.toUpperCase()}</span>}
      leftSectionWidth={56}
    />
  )
}
