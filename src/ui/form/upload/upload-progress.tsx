import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { formatBytes, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { UploadState } from './use-upload.ts'

interface Props {
  sending: UploadState
  onCancel: () => void
}

/** Progress, speed and remaining time of an upload. */
export function UploadProgress({ sending, onCancel }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const { name, sent, total, checking } = sending
  const percent = Math.round((sent / Math.max(1, total)) * 100)
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate role="status">
          {checking ? t('kit:upload.checking') : t('kit:upload.sending', { name })}
        </Text>
        <Button size="compact-md" variant="default" onClick={onCancel} type="button">
          {t('actions.cancel')}
        </Button>
      </Group>
      <Progress.Root size="md">
        <Progress.Section
          value={percent}
          striped={checking}
          animated={checking}
          aria-label={t('kit:upload.sending', { name })}
        />
      </Progress.Root>
      {!checking && <UploadFigures sending={sending} />}
    </Stack>
  )
}

/** Bytes sent, speed and remaining time; or a notice while the server checks the file. */
export function UploadFigures({ sending: { sent, total, speed, checking } }: { sending: UploadState }) {
  const { t } = useTranslation(['ui', 'kit'])
  const seconds = speed > 0 ? Math.ceil((total - sent) / speed) : null
  const figures = { sent: formatBytes(sent), total: formatBytes(total), speed: formatBytes(speed) }
  return (
    <Text size="xs" c="dimmed">
      {checking ? t('kit:upload.checking') : t('kit:upload.figures', figures)}
      {seconds !== null && seconds > 0 && ` · ${t('kit:upload.left', { time: duration(seconds) })}`}
    </Text>
  )
}

function duration(seconds: number) {
  const minutes = seconds >= 90
  return formatNumber(minutes ? Math.round(seconds / 60) : seconds, {
    style: 'unit',
    unit: minutes ? 'minute' : 'second',
    unitDisplay: 'short',
  })
}
