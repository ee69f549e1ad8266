import { Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { useFailureText } from './use-failure-text.ts'
import type { CourseCopy } from './course-copies.tsx'
import { Section } from '#ui/components/layout/section.tsx'

type Export = NonNullable<ApiReply<typeof contract.getLatestExport>['export']>

const isUnderWay = (row: Export | null | undefined) => row?.state === 'waiting' || row?.state === 'running'

/** Export of a course: requested here, written by a job, downloadable later. */
export function ExportCourse({ course }: { course: CourseCopy }) {
  const { t } = useTranslation('import-export')
  const { errorText } = useErrorText()
  const latest = useApiQuery(contract.getLatestExport, { id: course.id })
  const row = latest.data?.export
  // Polls only while a job is running.
  useApiQuery(
    contract.getLatestExport,
    { id: course.id },
    { refetchInterval: isUnderWay(row) ? 1_000 : false },
  )
  const start = useApiMutation(contract.exportCourse, {
    invalidates: [contract.getLatestExport],
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (latest.error) return <ErrorState error={latest.error} onRetry={latest.refetch} />
  return (
    <Section id="export" title={t('export.title')} text={t('export.text')}>
      {latest.data ? (
        <Stack gap="md" aria-live="polite">
          {row && <Latest row={row} />}
          <Group>
            <Button
              variant={row?.state === 'done' ? 'default' : 'filled'}
              leftSection={<IconFileZip size={20} aria-hidden />}
              loading={start.isPending}
              disabled={isUnderWay(row)}
              onClick={() => start.mutate({ id: course.id })}
            >
              {t(row ? 'export.again' : 'export.start')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <FormSkeleton />
      )}
    </Section>
  )
}

function Latest({ row }: { row: Export }) {
  const { t } = useTranslation('import-export')
  const failureText = useFailureText()
  if (isUnderWay(row))
    return (
      <div>
        <Text mb={4}>{t('export.running')}</Text>
        <ProgressBar
          share={row.total_bytes ? row.processed_bytes / row.total_bytes : 0}
          label={t('export.running')}
        />
      </div>
    )
  if (row.state === 'failed') return <Text c="var(--ly-error-text)">{failureText(row.failure)}</Text>
  if (row.state === 'expired' || !row.url) return <Text c="dimmed">{t('export.expired')}</Text>
  return (
    <Group gap="sm">
      <LinkButton to={row.url} reloadDocument leftSection={<IconDownload size={20} aria-hidden />}>
        {t('export.download', { size: formatBytes(row.size ?? 0) })}
      </LinkButton>
      {row.finished_at && (
        <Text size="sm" c="dimmed">
          {t('export.made')} <Time at={row.finished_at} style="relative" />
        </Text>
      )}
    </Group>
  )
}
