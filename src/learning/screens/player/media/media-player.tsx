import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { setPlaybackRate, type MediaRef } from './media-control.ts'
import type { Topic } from '../model/player-model.ts'
import type { ProgressSender } from '../progress/progress-sender.ts'
import type { MediaControlsProps } from '../controls/media-controls.tsx'
import { storePlaybackSpeed, playbackSpeed } from './playback-speed.ts'
import { PlayedShare } from './played-share.tsx'
import { Transcript } from './transcript.tsx'
import { useCaptions, useCaptionChoice, useCaptionTracks } from './use-captions.ts'
import { useMediaKeys } from './use-media-keys.ts'
import { useMediaProgress } from './use-media-progress.ts'
import { useLastingUrl, useResume } from './use-media-source.ts'
import classes from '../model/player.module.css'

interface Props {
  topic: Topic
  course_id: string
  /** Image of the course, shown until the video starts. */
  poster: string | null
  sender: ProgressSender | null
  /** Requests a new link after the old one expired. */
  onExpired: () => void
  media: RefObject<HTMLVideoElement | null>
}

/** A video or recording with our own controls, resume, captions and keyboard shortcuts. */
export function MediaPlayer({ topic, course_id, poster, sender, onExpired, media }: Props) {
  const isVideo = topic.type === 'video'
  const frame = useRef<HTMLDivElement>(null)
  const played = useMediaProgress({ media, topic, course_id, sender })
  const { url, lost } = useLastingUrl(media, topic, onExpired)
  useResume(media, topic, sender)
  const loaded = useCaptions(topic, course_id)
  const captions = useCaptionChoice(loaded.captions)
  const toggleCaptions = useLatest(captions.toggle)
  useMediaKeys(media, { isVideo, frame, toggleCaptions })
  const [speed, setSpeed] = useSpeed(media)
  const { Controls, failed } = useControls()
  useCaptionTracks(media, captions, failed)
  const shared = { src: url, controls: failed, preload: 'metadata', onError: lost } as const
  const tracks = captions.captions.map(({ id, url: src, language, label }) => (
    <track key={id} kind="captions" src={src} srcLang={language} label={label} />
  ))
  return (
    <div>
      <div ref={frame} className={isVideo ? classes.videoFrame : classes.audioFrame}>
        <MediaElement {...{ isVideo, media, poster, tracks }} title={topic.title} attributes={shared} />
        {Controls && (
          <Suspense>
            <Controls
              {...{ media, frame, isVideo, captions, speed, onSpeed: setSpeed }}
              title={topic.title}
              text={topic.body}
            />
          </Suspense>
        )}
      </div>
      {sender && <PlayedShare topic={topic} played={played} media={media} />}
      {loaded.isLoading && <PendingPart />}
      <Transcript captions={captions.captions} course_id={course_id} media={media} />
    </div>
  )
}

interface ElementProps {
  isVideo: boolean
  media: RefObject<HTMLVideoElement | null>
  poster: string | null
  title: string
  tracks: ReactNode
  attributes: {
    src: string | undefined
    controls: boolean
    preload: 'metadata'
    onError: (event: SyntheticEvent) => void
  }
}

function MediaElement({ isVideo, media, poster, title, tracks, attributes }: ElementProps) {
  if (!isVideo)
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are those that the teacher added
      <audio ref={media} className={classes.audio} aria-label={title} {...attributes}>
        {tracks}
      </audio>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
    <video
      ref={media}
      playsInline
      className={classes.video}
      aria-label={title}
      {...(poster && { poster })}
      {...attributes}
    >
      {tracks}
    </video>
  )
}

/**
 * The controls load after the video has begun to load. If they cannot be loaded, the browser shows its own.
 */
function useControls() {
  const [Controls, setControls] = useState<ComponentType<MediaControlsProps> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isActive = true
    import('../controls/media-controls.tsx').then(
      ({ MediaControls }) => isActive && setControls(() => MediaControls),
      () => isActive && setFailed(true),
    )
    return () => {
      isActive = false
    }
  }, [])
  return { Controls, failed }
}

/** Speed of this person, on every video. */
function useSpeed(media: MediaRef) {
  const [speed, setSpeed] = useState(playbackSpeed)
  useEffect(() => setPlaybackRate(media, speed), [media, speed])
  const change = (next: number) => {
    storePlaybackSpeed(next)
    setSpeed(next)
  }
  return [speed, change] as const
}

/** A reference to a value that changes with each rendering, for handlers that are registered once. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
