import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { IconHistory, IconX } from '@tabler/icons-react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { listAuditLog } from '#schools/contract.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ChangeDetails } from './change-details.tsx'
import { ChangeFilters, useChangeFilters } from './change-filters.tsx'
import { actorName, ChangeSentence, type Entry } from './change-sentence.tsx'

/** The school's audit log as sentences, page by page. */
export function Changes() {
  const { t } = useTranslation('support')
  const { query, isFiltered } = useChangeFilters()
  const entries = useApiPages(listAuditLog, { limit: 50, ...query })
  const [by, setBy] = useQueryParam('by')
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        {t('activity.changes')}
      </Title>
      <ChangeFilters />
      {by && <OnlyBy entries={entries.rows ?? []} by={by} onClear={() => setBy(null)} />}
      {entries.error ? (
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      ) : (
        <DataTable
          label={t('activity.changes')}
          rows={entries.rows}
          rowKey="id"
          pages={entries}
          empty={<Nothing isFiltered={isFiltered} />}
          columns={[
            {
              key: 'action',
              title: t('activity.what'),
              render: (row) => <What entry={row} onPerson={setBy} />,
            },
            {
              key: 'created_at',
              title: t('activity.when'),
              width: 200,
              wide: true,
              render: (row) => <Time at={row.created_at} />,
            },
          ]}
        />
      )}
    </Stack>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation(['support', 'activity'])
  return (
    <EmptyState
      icon={<IconHistory size={32} />}
      title={isFiltered ? t('activity:filter.nothing') : t('support:activity.none')}
      text={isFiltered ? t('activity:filter.nothingText') : t('support:activity.noneText')}
    />
  )
}

function OnlyBy({ entries, by, onClear }: { entries: readonly Entry[]; by: string; onClear: () => void }) {
  const { t } = useTranslation('activity')
  const one = entries.find(({ actor_id }) => actor_id === by)
  const name = one && actorName(one)
  return (
    <Group gap="sm">
      {name && <Text dir="auto">{t('filter.by', { name })}</Text>}
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </Group>
  )
}

function What({ entry, onPerson }: { entry: Entry; onPerson: (id: string) => void }) {
  const { t } = useTranslation('support')
  const { client_name, actor_role, support_email, support_visit_reason } = entry
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <ChangeSentence entry={entry} onPerson={onPerson} />
      <ChangeDetails change={entry.change} />
      {client_name && actor_role !== 'api_client' && (
        <Text size="sm" c="dimmed">
          {t('activity.program', { name: client_name })}
        </Text>
      )}
      {support_email && !entry.action.startsWith('support.') && (
        <Text size="sm" c="dimmed">
          {support_email} · {support_visit_reason}
        </Text>
      )}
      <Box hiddenFrom="sm" mt={4}>
        <Text size="sm" c="dimmed">
          <Time at={entry.created_at} />
        </Text>
      </Box>
    </div>
  )
}
