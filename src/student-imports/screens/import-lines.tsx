import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ExportInvalidLinesButton } from './export-invalid-lines-button.tsx'
import type { StudentImport } from './import-progress.tsx'

type Line = ApiReply<typeof contract.listImportLines>['data'][number]

/** Lines of the file: the invalid ones first, or all. */
export function ImportLines({ list: { job_id, invalid_count, state } }: { list: StudentImport }) {
  const { t } = useTranslation('student-imports')
  const [shown, setShown] = useState(invalid_count > 0 ? 'invalid' : 'all')
  const lines = useApiPages(contract.listImportLines, {
    job_id,
    limit: 50,
    ...(shown === 'invalid' && { status: 'invalid' as const }),
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {t('lines.title')}
        </Title>
        {invalid_count > 0 && <ExportInvalidLinesButton job_id={job_id} />}
      </Group>
      {invalid_count > 0 && (
        <SegmentedControl
          aria-label={t('lines.title')}
          value={shown}
          onChange={setShown}
          data={[
            {
              value: 'invalid',
              label: t('lines.faulty', { count: invalid_count, shown: formatNumber(invalid_count) }),
            },
            { value: 'all', label: t('lines.all') },
          ]}
        />
      )}
      {lines.error ? (
        <ErrorState error={lines.error} onRetry={lines.refetch} />
      ) : (
        <DataTable
          key={`${state}/${shown}`}
          label={t('lines.title')}
          rows={lines.rows}
          rowKey="line"
          pages={lines}
          empty={<EmptyState title={t('lines.none')} />}
          columns={[
            { key: 'line', title: t('lines.line'), width: 72, align: 'right' },
            { key: 'name', title: t('lines.student'), render: (line) => <Student line={line} /> },
            { key: 'user_code', title: t('columns.user_code'), wide: true, width: 140 },
            { key: 'faculty', title: t('columns.faculty'), wide: true, width: 180 },
            {
              key: 'status',
              title: t('lines.what'),
              wide: true,
              render: (line) => <What line={line} />,
            },
          ]}
        />
      )}
    </Stack>
  )
}

/** On a phone the result is shown below the name. */
function Student({ line }: { line: Line }) {
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {line.name && <Text>{line.name}</Text>}
      <Text size="sm" c={line.name ? 'dimmed' : undefined}>
        <bdi>{line.email || line.user_code}</bdi>
      </Text>
      <Text size="sm" hiddenFrom="sm" component="div">
        <What line={line} />
      </Text>
    </div>
  )
}

function What({ line: { status, code, result } }: { line: Line }) {
  const { t } = useTranslation('student-imports')
  if (code) return <Text c="error">{t(`faults.${code}`)}</Text>
  return <Text>{result ? t(`figures.${result}`) : t(`figures.${status}`)}</Text>
}
