import { TextInput } from '@mantine/core'
import type { FieldProps } from '../form-state.ts'

interface Props extends FieldProps<string | null> {
  /** `date` stores the day only, as `2026-11-21`. */
  kind?: 'datetime' | 'date'
  min?: string
}

/**
 * A time in the user's zone, stored as RFC 3339 in UTC; null while empty. Uses the browser's own picker, which
 * phones and screen readers support.
 */
export function DateTimeField({ hint, value, onChange, required, kind = 'datetime', min, ...rest }: Props) {
  const local = (moment: string | null | undefined) =>
    moment ? (kind === 'date' ? moment.slice(0, 10) : localText(new Date(moment))) : ''
  return (
    <TextInput
      {...rest}
      type={kind === 'date' ? 'date' : 'datetime-local'}
      description={hint}
      value={local(value)}
      {...(min && { min: local(min) })}
      onChange={(event) => onChange(normalized(event.currentTarget.value, kind))}
      withAsterisk={required ?? false}
      aria-required={required}
    />
  )
}

function normalized(text: string, kind: 'datetime' | 'date') {
  if (text === '') return null
  return kind === 'date' ? text : new Date(text).toISOString()
}

function localText(moment: Date) {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}
