import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props<Value extends string> {
  name: string
  /** Read by screen readers; the heading above shows it. */
  label: string
  value: Value
  onChange: (value: Value) => void
  /** `RadioCard`s, in any layout. */
  children: ReactNode
}

/** One choice of a few, each shown as a card. */
export function RadioCards<Value extends string>({ name, label, value, onChange, children }: Props<Value>) {
  return (
    <Radio.Group name={name} aria-label={label} value={value} onChange={(next) => onChange(next as Value)}>
      {children}
    </Radio.Group>
  )
}

interface CardProps {
  value: string
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A choice of `RadioCards` with its indicator. */
export function RadioCard({ value, label, className = '', children }: CardProps) {
  return (
    <Radio.Card value={value} className={className} aria-label={label}>
      <Radio.Indicator />
      {children}
    </Radio.Card>
  )
}
