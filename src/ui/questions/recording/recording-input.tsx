import { Group, Stack, Text } from '@mantine/core'
import { IconMicrophone, IconPlayerStop, IconVideo } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { UploadProgress } from '#ui/form/upload/upload-progress.tsx'
import type { AnswerInputProps } from '../question-props.ts'
import { useRecording, type Recording } from './use-recording.ts'
import classes from '../questions.module.css'

/** Records sound or video as an answer, plays it and uploads it. */
export function RecordingInput({ body, answer, onChange, isReadOnly, files }: AnswerInputProps<'recording'>) {
  const { t } = useTranslation('questions')
  const recording = useRecording({
    media: body.media,
    maxSeconds: body.max_seconds,
    send: files.send,
    onStored: (upload_id) => onChange({ type: 'recording', upload_id }),
  })
  const stored = answer?.upload_id ?? null
  const url = recording.url ?? (stored ? files.urlOf(stored) : undefined)
  return (
    <Stack gap="sm" className={classes.recording ?? ''}>
      <Text size="sm" c="dimmed">
        {t('recording.limit', { time: clockTime(body.max_seconds) })}
      </Text>
      {recording.state === 'recording' && body.media === 'video' && <SelfView stream={recording.stream} />}
      {recording.state !== 'recording' && url && <Playback media={body.media} url={url} />}
      {stored && !recording.isUnsent && <Text role="status">{t('recording.stored')}</Text>}
      {recording.problem && (
        <Text role="alert" c="error">
          {recording.problem}
        </Text>
      )}
      {recording.sending ? (
        <UploadProgress sending={recording.sending} onCancel={recording.cancelUpload} />
      ) : (
        <Controls
          recording={recording}
          media={body.media}
          isReadOnly={isReadOnly || files.send === null}
          hasAnswer={Boolean(stored)}
        />
      )}
    </Stack>
  )
}

/** `1:05` for 65 seconds. */
const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface ControlsProps {
  recording: Recording
  media: 'audio' | 'video'
  isReadOnly: boolean
  hasAnswer: boolean
}

function Controls({ recording, media, isReadOnly, hasAnswer }: ControlsProps) {
  const { t } = useTranslation('questions')
  if (recording.state === 'recording')
    return (
      <Group>
        <Button
          color="error"
          leftSection={<IconPlayerStop size={18} aria-hidden />}
          onClick={() => void recording.finish()}
        >
          {t('recording.stop')}
        </Button>
        <Text aria-hidden>{clockTime(recording.seconds)}</Text>
      </Group>
    )
  const Icon = media === 'video' ? IconVideo : IconMicrophone
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        disabled={isReadOnly}
        onClick={() => void recording.start()}
      >
        {hasAnswer || recording.isUnsent ? t('recording.again') : t('recording.start')}
      </Button>
      {recording.isUnsent && (
        <Button disabled={isReadOnly} onClick={() => void recording.upload()}>
          {t('recording.send')}
        </Button>
      )}
    </Group>
  )
}

function SelfView({ stream }: { stream: MediaStream | null }) {
  const { t } = useTranslation('questions')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      aria-label={t('recording.camera')}
      className={classes.video}
    />
  )
}

/** Answers have no captions: the student has just spoken them. */
function Playback({ media, url }: { media: 'audio' | 'video'; url: string }) {
  const { t } = useTranslation('questions')
  const label = t('recording.yours')
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (media === 'audio') return <audio controls src={url} aria-label={label} preload="metadata" />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video controls playsInline src={url} aria-label={label} preload="metadata" className={classes.video} />
  )
}
