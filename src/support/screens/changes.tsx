import { Box, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAddressParameter } from '#platform/client/address.ts'
import type { Answered } from '#platform/client/client.ts'
import { useApiPages } from '#platform/client/queries.ts'
import { listAuditLog } from '#schools/contract.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { DataTable } from '#ui/pieces/data-table.tsx'
import { EmptyState } from '#ui/pieces/empty-state.tsx'
import { ErrorState } from '#ui/pieces/error-state.tsx'
import { Time } from '#ui/pieces/time.tsx'

type Entry = Answered<typeof listAuditLog>['data'][number]

/** The school's log, page by page. */
export function Changes() {
  const { t } = useTranslation('support')
  const [only, setOnly] = useAddressParameter('only')
  const shown = only === 'support' ? 'support' : 'all'
  const entries = useApiPages(listAuditLog, {
    limit: 50,
    ...(shown === 'support' && { actor_role: 'support' }),
  })
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h3">
          {t('activity.changes')}
        </Title>
        <SelectField
          name="only"
          label={t('activity.only')}
          value={shown}
          allowDeselect={false}
          choices={(['all', 'support'] as const).map((value) => ({ value, label: t(`activity.${value}`) }))}
          onChange={(chosen) => setOnly(chosen === 'support' ? chosen : null)}
        />
      </Group>
      {entries.error ? (
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      ) : (
        <DataTable
          label={t('activity.changes')}
          rows={entries.rows}
          rowKey="id"
          pages={entries}
          empty={
            <EmptyState
              icon={<IconHistory size={32} />}
              title={t('activity.none')}
              text={t('activity.noneText')}
            />
          }
          columns={[
            { key: 'action', title: t('activity.what'), render: (row) => <What entry={row} /> },
            { key: 'actor_name', title: t('activity.who'), wide: true, render: (row) => <Who entry={row} /> },
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

function What({ entry }: { entry: Entry }) {
  return (
    <div>
      <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {entry.action}
      </Code>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} dir="ltr">
        {entry.subject_type} {entry.subject_id}
      </Text>
      <Box hiddenFrom="sm" mt={4}>
        <Who entry={entry} />
        <Text size="sm" c="dimmed">
          <Time at={entry.created_at} />
        </Text>
      </Box>
    </div>
  )
}

function Who({ entry }: { entry: Entry }) {
  const { t } = useTranslation('support')
  const { actor_name, actor_role, client_name, support_email, support_reason } = entry
  const nobody = actor_role === 'system' ? t('activity.system') : t('activity.visitor')
  const name = actor_role === 'api_client' ? client_name : actor_name
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{name ?? nobody}</Text>
      {client_name && actor_role !== 'api_client' && (
        <Text size="sm" c="dimmed">
          {t('activity.program', { name: client_name })}
        </Text>
      )}
      {support_email && (
        <Text size="sm" c="dimmed">
          {support_email} · {support_reason}
        </Text>
      )}
    </div>
  )
}
