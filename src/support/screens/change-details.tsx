import { Text } from '@mantine/core'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { hasText, useTranslation } from '#ui/i18n/use-translation.ts'
import { parseChange } from './change-difference.ts'
import type { Entry } from './change-sentence.tsx'

/** Values before and after a change, as far as stored. */
export function ChangeDetails({ change }: { change: Entry['change'] }) {
  const { t, i18n } = useTranslation('activity')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { differences, fields, facts } = parseChange(change)
  // A field of a newer version has no name yet.
  const label = (field: string) => {
    const key = `fields.${field}`
    return hasText(i18n, 'activity', key) ? t(key) : t('change.other')
  }
  const formatValue = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('change.empty')
    if (typeof value === 'boolean') return t(value ? 'change.yes' : 'change.no')
    if (Array.isArray(value)) return value.slice(0, 10).map(formatValue).join(', ')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
    const isMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
    return isMoment ? formatTime(new Date(text), { style: 'datetime', language: i18n.language, zone }) : text
  }
  const lines = [
    ...differences.map(({ field, from, to }) =>
      t('change.fromTo', { field: label(field), from: formatValue(from), to: formatValue(to) }),
    ),
    ...(fields.length ? [t('change.changed', { fields: [...new Set(fields.map(label))].join(', ') })] : []),
    ...facts.map(({ field, value }) => t('change.is', { field: label(field), value: formatValue(value) })),
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} dir="auto">
      {line}
    </Text>
  ))
}
