import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatPlaybackTime } from '../model/player-model.ts'
import { seekBy, seekTo, type MediaRef } from '../media/media-control.ts'
import { chapterAt, type Chapter } from './chapters.ts'
import { spokenTime } from '#ui/components/formatting/spoken-time.ts'
import { useBufferedUntil, useCurrentTime, useDuration } from './use-media-value.ts'
import classes from './media-controls.module.css'

interface Props {
  media: MediaRef
  chapters: readonly Chapter[]
}

const share = (part: number, whole: number) => (whole > 0 ? `${Math.min(100, (part / whole) * 100)}%` : '0%')

/** Position in the video, from left to right in every language, with what is loaded and where chapters start. */
export function Timeline({ media, chapters }: Props) {
  const duration = useDuration(media)
  const time = useCurrentTime(media)
  const buffered = useBufferedUntil(media)
  const [pointed, setPointed] = useState<number | null>(null)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration)
  }
  return (
    <div
      className={classes.timeline}
      style={{ '--played': share(time, duration), '--loaded': share(buffered, duration) } as CSSProperties}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      <div className={classes.track} aria-hidden="true">
        {chapters.slice(1).map(({ start }) => (
          <span key={start} className={classes.mark} style={{ left: share(start, duration) }} />
        ))}
      </div>
      <PositionInput {...{ media, duration, time, chapters }} />
      {pointed !== null && duration > 0 && (
        <Pointed at={pointed} left={share(pointed, duration)} title={chapterAt(chapters, pointed)?.title} />
      )}
    </div>
  )
}

interface InputProps extends Props {
  duration: number
  time: number
}

function PositionInput({ media, duration, time, chapters }: InputProps) {
  const { t, i18n } = useTranslation('media')
  const chapter = chapterAt(chapters, time)
  const at = spokenTime(time, i18n.language)
  const whole = spokenTime(duration, i18n.language)
  return (
    <input
      type="range"
      className={classes.range}
      min={0}
      max={duration || 1}
      step="any"
      value={Math.min(time, duration)}
      disabled={duration === 0}
      aria-label={t('timeline.label')}
      aria-valuetext={
        chapter
          ? t('timeline.chapterValue', { at, duration: whole, chapter: chapter.title })
          : t('timeline.value', { at, duration: whole })
      }
      onChange={(event) => seekTo(media, event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => step(event, media)}
    />
  )
}

function Pointed({ at, left, title }: { at: number; left: string; title: string | undefined }) {
  return (
    <span className={classes.pointed} style={{ left }} aria-hidden="true">
      {title && <span dir="auto">{title}</span>}
      {formatPlaybackTime(at)}
    </span>
  )
}

const steps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
}

/** Steps of seconds, as the keys of the player make, and not the browser's share of the length. */
function step(event: KeyboardEvent, media: MediaRef) {
  const seconds = steps[event.key]
  if (seconds === undefined) return
  event.preventDefault()
  seekBy(media, seconds)
}
