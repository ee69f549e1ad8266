import { Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { UploadFigures } from './upload-progress.tsx'
import type { QueuedFile } from './upload-queue.ts'
import type { UploadQueue } from './use-upload-queue.ts'
import classes from './upload-queue-list.module.css'

/** Every file of a queue with its progress, its error and its actions. */
export function UploadQueueList({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation(['ui', 'kit'])
  const { files, isBusy } = queue
  if (files.length === 0) return null
  const done = files.filter(({ state }) => state === 'done').length
  const failed = files.filter(({ problem }) => problem).length
  return (
    <section className={classes.panel} aria-label={t('kit:upload.queue')}>
      <Group justify="space-between" wrap="nowrap" mih={36}>
        <Text fw={600} size="sm" role="status">
          {t('kit:upload.queueDone', { done, count: files.length })}
          {failed > 0 && ` · ${t('kit:upload.queueFailed', { count: failed })}`}
        </Text>
        {!isBusy && (
          <Button size="compact-md" variant="default" style={{ flex: 'none' }} onClick={queue.clear}>
            {t('actions.close')}
          </Button>
        )}
      </Group>
      <ul className={classes.files}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} queue={queue} />
        ))}
      </ul>
    </section>
  )
}

const marks = {
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangle,
  refused: IconAlertTriangle,
}

function FileRow({ file, queue }: { file: QueuedFile; queue: UploadQueue }) {
  const { t } = useTranslation(['ui', 'kit'])
  const { id, name, state, problem, sent, total } = file
  const Mark = marks[state]
  return (
    <li className={classes.file} data-state={state}>
      <Mark size={18} aria-hidden className={classes.mark ?? ''} />
      <div className={classes.words}>
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        {state === 'sending' && (
          <>
            <Progress
              size="sm"
              value={Math.round((sent / Math.max(1, total)) * 100)}
              striped={file.checking}
              aria-label={t('kit:upload.sending', { name })}
            />
            <UploadFigures sending={file} />
          </>
        )}
        {state === 'waiting' && (
          <Text size="xs" c="dimmed">
            {t('kit:upload.waiting')} · {formatBytes(total)}
          </Text>
        )}
        {problem && (
          <Text size="xs" c="error">
            {problem}
          </Text>
        )}
      </div>
      {state === 'failed' && (
        <IconButton label={t('kit:upload.again', { name })} onClick={() => queue.retry(id)}>
          <IconRefresh size={18} aria-hidden />
        </IconButton>
      )}
      {state !== 'done' && (
        <IconButton label={t('kit:upload.takeOut', { name })} onClick={() => queue.remove(id)}>
          <IconX size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
