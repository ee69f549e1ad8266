import { Group, Stack } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ExportStatus, isExportRunning } from './export-status.tsx'
import { Section } from '#ui/components/layout/section.tsx'

/** Export of the own data: requested here, written by a job, downloadable later. */
export function ExportSection() {
  const { t } = useTranslation('data-privacy')
  const { errorText } = useErrorText()
  const latest = useApiQuery(contract.getMyLatestExport, {})
  const row = latest.data?.export
  // Polls only while a job is running.
  useApiQuery(contract.getMyLatestExport, {}, { refetchInterval: isExportRunning(row) ? 2_000 : false })
  const start = useApiMutation(contract.renewDataExport, {
    invalidates: [contract.getMyLatestExport],
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Section title={t('export.title')} text={t('export.text')}>
      {latest.error && <ErrorState error={latest.error} onRetry={latest.refetch} />}
      {latest.isPending && <FormSkeleton fields={1} />}
      {latest.data && (
        <Stack gap="md" aria-live="polite">
          {row && <ExportStatus row={row} />}
          <Group>
            <Button
              variant={row?.state === 'done' ? 'default' : 'filled'}
              leftSection={<IconFileZip size={20} aria-hidden />}
              loading={start.isPending}
              disabled={isExportRunning(row)}
              onClick={() => start.mutate({})}
            >
              {t(row ? 'export.again' : 'export.start')}
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  )
}
