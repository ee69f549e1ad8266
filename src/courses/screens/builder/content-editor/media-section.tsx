import { Anchor, Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import { createFileUploader, type UploadFile } from '#tenancy/client/uploads/upload.ts'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { CaptionsSection } from './captions-section.tsx'
import { readMediaDuration } from '../outline-tree/read-media-duration.ts'
import { mediaRules, type MediaType } from '../outline-tree/media-rules.ts'
import type { ContentSaving } from './use-content-saving.ts'
import type { Topic } from './use-edited-topic.ts'
import type { ReportSaveStatus } from './use-save-status.ts'
import classes from './media-section.module.css'

interface Props {
  topic: Topic
  saving: ContentSaving
  onBusy: (content_id: string, isBusy: boolean) => void
  onSent: (file: File) => void
  report: ReportSaveStatus
}

interface Sent {
  upload_id: string
  duration_seconds: number | null
}

/** File of a video, audio or document: uploads at once with progress, and shows the result. */
export function MediaSection({ topic, saving, onBusy, onSent, report }: Props) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const type = topic.type as MediaType
  const { accept, maxBytes, purpose } = mediaRules[type]
  const send = useSender(topic.id, purpose, onBusy)
  const [sent, setSent] = useState<Sent | null>(null)
  // Saved like text, so that a long upload is not lost through a lost connection or a conflict.
  const save = async (file: Sent | null) => {
    if (file) await saving.send(file)
    onBusy(topic.id, false)
  }
  const { state, flush } = useAutosave(sent, save, { delay: 0, enabled: !saving.conflict })
  useEffect(() => report('media', { state, flush }), [report, state, flush])
  const failed = state.status === 'failed' && !saving.conflict ? errorText(state.error) : undefined
  const keep = async (upload_id: string, file: File) => {
    const duration_seconds = type === 'file' ? null : await readMediaDuration(file)
    setSent({ upload_id, duration_seconds })
    onSent(file)
  }
  return (
    <>
      <FileUpload
        label={t(`fields.file.${type}`)}
        hint={t('hints.file', { size: formatBytes(maxBytes) })}
        send={send}
        accept={accept}
        maxBytes={maxBytes}
        error={failed}
        onDone={({ upload_id }, file) => void keep(upload_id, file)}
      >
        {saving.saved.media && <Media saving={saving} type={type} />}
      </FileUpload>
      {type !== 'file' && saving.saved.media && <CaptionsSection content_id={topic.id} />}
    </>
  )
}

/** The editor is busy until the upload is saved. */
function useSender(content_id: string, purpose: string, onBusy: Props['onBusy']): UploadFile {
  return useMemo(() => {
    const send = createFileUploader({
      api,
      request: uploads.requestUpload,
      finalise: uploads.completeUpload,
      purpose,
    })
    return async (file, options) => {
      onBusy(content_id, true)
      try {
        return await send(file, options)
      } catch (error) {
        onBusy(content_id, false)
        throw error
      }
    }
  }, [content_id, purpose, onBusy])
}

function Media({ saving, type }: { saving: ContentSaving; type: MediaType }) {
  const { t } = useTranslation('courses')
  const { media, title } = saving.saved
  if (!media) return null
  return (
    <div className={classes.media}>
      {type === 'video' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the editor only checks which file this is
        <video key={media.url} src={media.url} controls preload="metadata" aria-label={title} />
      )}
      {type === 'audio' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
        <audio key={media.url} src={media.url} controls preload="metadata" aria-label={title} />
      )}
      <Group gap="xs" wrap="nowrap">
        <IconFileText size={18} aria-hidden style={{ flex: 'none' }} />
        <Anchor href={media.url} target="_blank" rel="noopener" className={classes.name ?? ''}>
          {media.file_name}
        </Anchor>
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          {t('editor.size', { size: formatBytes(media.size) })}
        </Text>
      </Group>
    </div>
  )
}

/** How the text below a recording declares chapters, with an example. */
export function ChaptersHint() {
  const { t } = useTranslation('courses')
  return (
    <>
      {t('hints.chapters')}
      <br />
      <span style={{ whiteSpace: 'pre-line' }}>{t('hints.chaptersExample')}</span>
    </>
  )
}
