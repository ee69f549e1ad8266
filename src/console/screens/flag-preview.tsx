import { Paper, Stack, Text } from '@mantine/core'
import type { ApiInput } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Draft = ApiInput<typeof contract.previewFlag>

const isName = (name: string) => /^[a-z][a-z0-9_]{1,59}$/.test(name)

/**
 * The schools for which the flag would be on, before it is saved. The schools within a share depend on the flag's
 * name.
 */
export function FlagPreview({ draft }: { draft: Draft }) {
  const { t } = useTranslation('console')
  const { errorText } = useErrorText()
  const named = isName(draft.name)
  const { data, error } = useApiQuery(
    contract.previewFlag,
    { ...draft, limit: 8 },
    { enabled: named, keepPrevious: true },
  )
  const values = data && { on: formatNumber(data.on_count), all: formatNumber(data.schools_count) }
  const more = data ? data.on_count - data.data.length : 0
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label={t('flags.preview')} mih={92}>
      <Stack gap={4}>
        <Text fw={640} role="status">
          {named ? values && t('flags.onFor', values) : t('flags.nameFirst')}
        </Text>
        {named && error && <Text size="sm">{errorText(error)}</Text>}
        {named && data && data.data.length > 0 && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {data.data.map((school) => school.name).join(', ')}
            {more > 0 && ` … ${t('flags.more', { count: more, number: formatNumber(more) })}`}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
