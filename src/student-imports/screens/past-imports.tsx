import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

const colours = { reading: 'gray', ready: 'primary', running: 'primary', done: 'success', failed: 'error' }

/** Imports of the last weeks with their results. */
export function PastImports({ onOpen }: { onOpen: (job_id: string) => void }) {
  const { t } = useTranslation('student-imports')
  const list = useApiPages(contract.listStudentImports, { limit: 20 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.rows?.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('earlier.title')}
      </Title>
      <DataTable
        label={t('earlier.title')}
        rows={list.rows}
        rowKey="job_id"
        pages={list}
        columns={[
          {
            key: 'file_name',
            title: t('earlier.file'),
            render: ({ job_id, file_name, created_at, state, total }) => (
              <Group justify="space-between" gap="xs">
                <div>
                  <Button
                    variant="subtle"
                    px={0}
                    mih={44}
                    aria-label={t('earlier.open', { name: file_name })}
                    onClick={() => onOpen(job_id)}
                  >
                    <span style={{ overflowWrap: 'anywhere', whiteSpace: 'normal', textAlign: 'start' }}>
                      {file_name}
                    </span>
                  </Button>
                  <Text size="sm" c="dimmed">
                    <Time at={created_at} style="relative" /> ·{' '}
                    {t('lineCount', { count: total, shown: formatNumber(total) })}
                  </Text>
                </div>
                <Badge color={colours[state]} variant="light">
                  {t(`states.${state}`)}
                </Badge>
              </Group>
            ),
          },
        ]}
      />
    </Stack>
  )
}
