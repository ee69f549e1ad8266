import type { ReactNode } from 'react'

/** Properties of every field. `onChange` gets the value, not an event. */
export interface FieldProps<Value> {
  label: ReactNode
  name?: string | undefined
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  value: Value
  onChange: (value: Value) => void
  onBlur?: () => void
}

/** Reads the path `a.0.b` of nested values. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)
}

/** Returns a copy with `path` set; unchanged parts stay the same objects. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.')
  const inner = (values as Record<string, unknown>)[key]
  const next = rest.length === 0 ? value : withValueAt(inner ?? {}, rest.join('.'), value)
  if (Array.isArray(values)) return values.with(Number(key), next) as T
  return { ...values, [key]: next }
}
