import { Group, NativeSelect, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useShortcuts } from '#ui/shell/shortcuts.ts'
import {
  seekBy,
  seekTo,
  setPlaybackRate,
  playOrPause,
  toggleCaptions,
  toggleFullscreen,
  type MediaRef,
} from './media-control.ts'
import { secondsNeeded, resumePosition, type Topic } from '../model/player-model.ts'
import type { ProgressSender } from '../progress/progress-sender.ts'
import { storePlaybackSpeed, playbackSpeed, playbackSpeeds } from './playback-speed.ts'
import { Transcript } from './transcript.tsx'
import { useCaptions, useCaptionLanguage } from './use-captions.ts'
import { useMediaProgress } from './use-media-progress.ts'
import classes from '../model/player.module.css'

interface Props {
  topic: Topic
  course_id: string
  sender: ProgressSender | null
  /** Requests a new link after the old one expired. */
  onExpired: () => void
  media: RefObject<HTMLVideoElement | null>
}

/** A video or recording in the browser's own player, with resume, speed and keyboard shortcuts. */
export function MediaPlayer({ topic, course_id, sender, onExpired, media }: Props) {
  const { t } = useTranslation('learning')
  const watched = useMediaProgress({ media, topic, course_id, sender })
  const { url, lost } = useLastingUrl(media, topic, onExpired)
  useResume(media, topic, sender)
  useMediaKeys(media, topic.type === 'video')
  const captions = useCaptions(topic, course_id)
  useCaptionLanguage(media, captions)
  const shared = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': topic.title,
    onError: lost,
  } as const
  const tracks = captions.map(({ id, url: src, language, label }) => (
    <track key={id} kind="captions" src={src} srcLang={language} label={label} />
  ))
  return (
    <div>
      {topic.type === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are those that the teacher added
        <video ref={media} playsInline className={classes.video} {...shared}>
          {tracks}
        </video>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
        <audio ref={media} className={classes.audio} {...shared}>
          {tracks}
        </audio>
      )}
      <Group justify="space-between" mt="xs" gap="md">
        {sender ? <Watched topic={topic} seconds={watched} /> : <span />}
        <Speed media={media} label={t('media.speed')} />
      </Group>
      <Transcript captions={captions} course_id={course_id} media={media} />
    </div>
  )
}

function Watched({ topic, seconds }: { topic: Topic; seconds: number }) {
  const { t } = useTranslation('learning')
  const needed = secondsNeeded(topic)
  if (needed === null || !topic.duration_seconds) return <span />
  const share = Math.min(1, seconds / topic.duration_seconds)
  return (
    <Text size="sm" c="dimmed" component="div">
      {topic.completed_at ? (
        <Group gap={6} component="span">
          <IconCircleCheck size={18} aria-hidden color="var(--ly-success-text)" />
          {t('media.watched', { share: formatPercent(share) })}
        </Group>
      ) : (
        t('media.watchedOf', { share: formatPercent(share) })
      )}
    </Text>
  )
}

function Speed({ media, label }: { media: MediaRef; label: string }) {
  const [speed, setSpeed] = useState(playbackSpeed)
  useEffect(() => setPlaybackRate(media, speed), [media, speed])
  return (
    <Group gap="xs" component="label" wrap="nowrap">
      <Text size="sm" component="span">
        {label}
      </Text>
      <NativeSelect
        size="sm"
        w={96}
        value={String(speed)}
        data={playbackSpeeds.map((each) => ({ value: String(each), label: `${each}×` }))}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value)
          storePlaybackSpeed(chosen)
          setSpeed(chosen)
        }}
      />
    </Group>
  )
}

/** Links expire after hours. The current one is used until it fails, then the video continues with a new one. */
function useLastingUrl(media: MediaRef, { media: file }: Topic, onExpired: () => void) {
  const fresh = file?.url
  const [url, setUrl] = useState(fresh)
  const [failed, setFailed] = useState(false)
  const outlinePosition = useRef(0)
  if (failed && fresh && fresh !== url) {
    setUrl(fresh)
    setFailed(false)
  }
  useEffect(() => {
    const player = media.current
    if (!player || outlinePosition.current === 0) return
    const resume = () => seekTo(media, outlinePosition.current)
    player.addEventListener('loadedmetadata', resume, { once: true })
    return () => player.removeEventListener('loadedmetadata', resume)
  }, [media, url])
  const lost = () => {
    if (failed) return
    outlinePosition.current = media.current?.currentTime ?? 0
    setFailed(true)
    onExpired()
  }
  return { url, lost }
}

/** Starts at the student's last position on any device, until the video was played or moved here. */
function useResume(media: MediaRef, topic: Topic, sender: ProgressSender | null) {
  const touched = useRef(false)
  const { id, position_seconds, position_at } = topic
  useEffect(() => {
    const player = media.current
    if (!player || !sender) return
    const outlinePosition = () => {
      if (touched.current) return
      const known = [{ position_seconds, position_at }, sender.positionOf(id)]
      const start = resumePosition(known, player.duration)
      if (start > 0) seekTo(media, start)
    }
    const touch = () => {
      touched.current = true
    }
    if (player.readyState >= HTMLMediaElement.HAVE_METADATA) outlinePosition()
    player.addEventListener('loadedmetadata', outlinePosition)
    player.addEventListener('play', touch)
    return () => {
      player.removeEventListener('loadedmetadata', outlinePosition)
      player.removeEventListener('play', touch)
    }
  }, [media, sender, id, position_seconds, position_at])
}

function useMediaKeys(media: MediaRef, isVideo: boolean) {
  const { t } = useTranslation('learning')
  const shortcuts = useMemo(
    () => [
      { keys: ' ', label: t('keys.play'), run: () => playOrPause(media) },
      { keys: 'j', label: t('keys.back10'), run: () => seekBy(media, -10) },
      { keys: 'l', label: t('keys.ahead10'), run: () => seekBy(media, 10) },
      { keys: 'arrowleft', label: t('keys.back5'), run: () => seekBy(media, -5) },
      { keys: 'arrowright', label: t('keys.ahead5'), run: () => seekBy(media, 5) },
      {
        keys: 'c',
        label: t('keys.captions'),
        run: () => void (toggleCaptions(media) || toast(t('media.noCaptions'), 'info')),
      },
      ...(isVideo ? [{ keys: 'f', label: t('keys.fullscreen'), run: () => toggleFullscreen(media) }] : []),
    ],
    [media, isVideo, t],
  )
  useShortcuts(shortcuts)
}
