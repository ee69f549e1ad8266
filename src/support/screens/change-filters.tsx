import { Group } from '@mantine/core'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const kinds = [
  'course',
  'lesson',
  'content',
  'enrolment',
  'user',
  'invitation',
  'school',
  'faculty',
  'department',
  'category',
  'review',
  'assistant',
  'domain',
  'webhook',
  'api_client',
  'support',
] as const

/** Filters of the address: actor, subject type, first and last day. */
export function useChangeFilters() {
  const [only] = useQueryParam('only')
  const [by] = useQueryParam('by')
  const [kind] = useQueryParam('kind')
  const [from] = useQueryParam('from')
  const [until] = useQueryParam('until')
  const query = {
    ...(only === 'support' && { actor_role: 'support' }),
    ...(by && /^[0-9a-f-]{36}$/.test(by) && { actor_id: by }),
    ...(kinds.some((one) => one === kind) && { kind: kind! }),
    ...startOf(from, 0, 'from'),
    ...startOf(until, 1, 'until'),
  }
  return { query, isFiltered: Object.keys(query).length > 0 }
}

/** Days begin in the user's time zone. */
function startOf<Name extends 'from' | 'until'>(day: string | null, later: number, name: Name) {
  const [year, month, date] =
    /^(\d{4})-(\d{2})-(\d{2})$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (!year || !month || !date) return {}
  return { [name]: new Date(year, month - 1, date + later).toISOString() } as { [key in Name]?: string }
}

export function ChangeFilters() {
  const { t } = useTranslation(['support', 'activity'])
  const [only, setOnly] = useQueryParam('only')
  const [kind, setKind] = useQueryParam('kind')
  const [from, setFrom] = useQueryParam('from')
  const [until, setUntil] = useQueryParam('until')
  return (
    <Group align="flex-end" gap="md">
      <SelectField
        name="only"
        label={t('support:activity.only')}
        value={only === 'support' ? 'support' : 'all'}
        allowDeselect={false}
        choices={(['all', 'support'] as const).map((value) => ({
          value,
          label: t(`support:activity.${value}`),
        }))}
        onChange={(chosen) => setOnly(chosen === 'support' ? chosen : null)}
      />
      <SelectField
        name="kind"
        label={t('activity:filter.kind')}
        value={kinds.find((one) => one === kind) ?? 'all'}
        allowDeselect={false}
        choices={(['all', ...kinds] as const).map((value) => ({ value, label: t(`activity:kind.${value}`) }))}
        onChange={(chosen) => setKind(chosen === 'all' ? null : chosen)}
      />
      <DateTimeField
        name="from"
        kind="date"
        label={t('activity:filter.from')}
        value={from}
        onChange={setFrom}
      />
      <DateTimeField
        name="until"
        kind="date"
        label={t('activity:filter.until')}
        value={until}
        onChange={setUntil}
      />
    </Group>
  )
}
