import { Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

export type DataExport = ApiReply<typeof contract.requestDataExport>

export const isExportRunning = (row: DataExport | null | undefined) =>
  row?.state === 'waiting' || row?.state === 'running'

const explained = ['file_too_large', 'storage_quota_exceeded'] as const

/** State of an archive with its download link. */
export function ExportStatus({ row }: { row: DataExport }) {
  const { t } = useTranslation('data-privacy')
  if (isExportRunning(row)) return <Text>{t('export.running')}</Text>
  if (row.state === 'failed') {
    const why = explained.find((code) => code === row.failure) ?? 'internal_error'
    return <Text c="var(--ly-error-text)">{t(`failures.${why}`)}</Text>
  }
  if (row.state === 'expired' || !row.url) return <Text c="dimmed">{t('export.expired')}</Text>
  return (
    <Stack gap="xs">
      <Group>
        <LinkButton to={row.url} reloadDocument leftSection={<IconDownload size={20} aria-hidden />}>
          {t('export.download', { size: formatBytes(row.size ?? 0) })}
        </LinkButton>
      </Group>
      <Text size="sm" c="dimmed">
        {row.finished_at && (
          <>
            {t('export.made')} <Time at={row.finished_at} style="relative" />
          </>
        )}
        {row.expires_at && (
          <>
            {' · '}
            {t('export.until')} <Time at={row.expires_at} style="date" />
          </>
        )}
      </Text>
    </Stack>
  )
}
