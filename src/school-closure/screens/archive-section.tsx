import { Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

interface Props {
  archive: ApiReply<typeof contract.requestSchoolArchive>
  school_id: string
}

/** Export of the whole school as one file, written by a job. */
export function ArchiveSection({ archive: { state, url, size }, school_id }: Props) {
  const { t } = useTranslation('school-closure')
  const { errorText } = useErrorText()
  const isUnderWay = state === 'waiting' || state === 'running'
  // Polls only while a job is running.
  useApiQuery(contract.getClosing, { school_id }, { refetchInterval: isUnderWay ? 3_000 : false })
  const ask = useApiMutation(contract.requestSchoolArchive, {
    invalidates: [contract.getClosing],
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap="sm" aria-live="polite">
      <Title order={3} size="h4">
        {t('archive.title')}
      </Title>
      <Text c="dimmed" size="sm">
        {t('archive.text')}
      </Text>
      {isUnderWay && <Text>{t('archive.under')}</Text>}
      {state === 'failed' && <Text c="var(--ly-error-text)">{t('archive.failed')}</Text>}
      <Group gap="sm">
        {url && (
          <LinkButton to={url} reloadDocument leftSection={<IconDownload size={20} aria-hidden />}>
            {t('archive.download', { size: formatBytes(size ?? 0) })}
          </LinkButton>
        )}
        <Button
          variant="default"
          leftSection={<IconFileZip size={20} aria-hidden />}
          loading={ask.isPending}
          disabled={isUnderWay}
          onClick={() => ask.mutate({ school_id })}
        >
          {t(url ? 'archive.again' : 'archive.ask')}
        </Button>
      </Group>
    </Stack>
  )
}
