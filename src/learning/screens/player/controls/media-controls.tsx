import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useMemo, useState, useSyncExternalStore, type RefObject } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatPlaybackTime } from '../model/player-model.ts'
import { captionSize, storeCaptionSize, type CaptionSize } from '../media/caption-preference.ts'
import {
  playOrPause,
  seekBy,
  toggleFullscreen,
  toggleMuted,
  togglePictureInPicture,
  type MediaRef,
} from '../media/media-control.ts'
import type { CaptionChoice } from '../media/use-captions.ts'
import { CaptionText } from './caption-text.tsx'
import { chaptersOfHtml } from './chapters.ts'
import { CaptionsMenu, ChaptersMenu, SpeedMenu } from './control-menus.tsx'
import { ControlButton } from './control-button.tsx'
import { Timeline } from './timeline.tsx'
import { useCurrentSecond, useDuration, useIsMuted, useIsPaused, useIsWaiting } from './use-media-value.ts'
import { useSurface, useVisibleControls, type TapFlash } from './use-surface.ts'
import { VolumeSlider } from './volume-slider.tsx'
import classes from './media-controls.module.css'

export interface MediaControlsProps {
  media: MediaRef
  /** The element around video and controls, which fills the screen. */
  frame: RefObject<HTMLElement | null>
  isVideo: boolean
  title: string
  /** The lesson's text, whose times are chapters. */
  text: string
  captions: CaptionChoice
  speed: number
  onSpeed: (speed: number) => void
}

/** Controls of a video or recording. */
export function MediaControls(props: MediaControlsProps) {
  const { media, frame, isVideo, title, captions } = props
  const { t } = useTranslation('media')
  const [size, setSize] = useState(captionSize)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isPaused = useIsPaused(media)
  const { isShown, show } = useVisibleControls(isPaused || !isVideo, isMenuOpen)
  const { handlers, flash } = useSurface(media, { frame, isShown, onShow: show })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shows the controls while they are used
    <div
      className={classes.controls}
      role="group"
      aria-label={t('label', { title })}
      {...(isVideo && { 'data-video': '' })}
      {...(!isShown && { 'data-idle': '' })}
      onPointerMove={(event) => event.pointerType === 'mouse' && show(true)}
      onFocus={() => show(true)}
      onKeyDown={() => show(true)}
    >
      {isVideo && (
        <div className={classes.surface} {...handlers}>
          <SurfaceState media={media} isPaused={isPaused} flash={flash} />
        </div>
      )}
      {captions.language !== null && <CaptionText media={media} language={captions.language} size={size} />}
      <ControlBar {...props} {...{ isPaused, size }} onSize={setSize} onOpen={setMenuOpen} />
    </div>
  )
}

interface BarProps extends MediaControlsProps {
  isPaused: boolean
  size: CaptionSize
  onSize: (size: CaptionSize) => void
  onOpen: (isMenuOpen: boolean) => void
}

/** Time line and buttons. They follow the time of the video, from left to right in every language. */
function ControlBar(props: BarProps) {
  const { media, frame, isVideo, text, captions, size, onOpen } = props
  const chapters = useMemo(() => chaptersOfHtml(text), [text])
  const onSize = (next: CaptionSize) => {
    storeCaptionSize(next)
    props.onSize(next)
  }
  return (
    <div className={classes.bar} dir="ltr">
      <Timeline media={media} chapters={chapters} />
      <div className={classes.buttons}>
        <PlaybackButtons media={media} isPaused={props.isPaused} />
        <span className={classes.space} />
        {chapters.length > 0 && <ChaptersMenu media={media} chapters={chapters} onOpen={onOpen} />}
        {captions.captions.length > 0 && <CaptionsMenu choice={captions} {...{ size, onSize, onOpen }} />}
        <SpeedMenu speed={props.speed} onSpeed={props.onSpeed} onOpen={onOpen} />
        {isVideo && <ScreenButtons media={media} frame={frame} />}
      </div>
    </div>
  )
}

interface SurfaceProps {
  media: MediaRef
  isPaused: boolean
  flash: TapFlash | null
}

/** A large mark for a video that has not started, waiting, and seconds that a double tap moved. */
function SurfaceState({ media, isPaused, flash }: SurfaceProps) {
  const isWaiting = useIsWaiting(media)
  return (
    <>
      {isPaused && (
        <span className={classes.start} data-start="" aria-hidden="true">
          <IconPlayerPlayFilled size={32} />
        </span>
      )}
      {isWaiting && <span className={classes.waiting} aria-hidden="true" />}
      {flash && (
        <span
          key={flash.id}
          className={classes.flash}
          data-side={flash.seconds < 0 ? 'left' : 'right'}
          aria-hidden="true"
        >
          {flash.seconds < 0 ? <IconRewindBackward10 size={40} /> : <IconRewindForward10 size={40} />}
        </span>
      )}
    </>
  )
}

function PlaybackButtons({ media, isPaused }: { media: MediaRef; isPaused: boolean }) {
  const { t } = useTranslation('media')
  const isMuted = useIsMuted(media)
  return (
    <>
      <ControlButton label={t(isPaused ? 'play' : 'pause')} onClick={() => playOrPause(media)}>
        {isPaused ? (
          <IconPlayerPlayFilled size={26} aria-hidden />
        ) : (
          <IconPlayerPauseFilled size={26} aria-hidden />
        )}
      </ControlButton>
      <ControlButton label={t('back10')} isWideOnly onClick={() => seekBy(media, -10)}>
        <IconRewindBackward10 size={24} aria-hidden />
      </ControlButton>
      <ControlButton label={t('ahead10')} isWideOnly onClick={() => seekBy(media, 10)}>
        <IconRewindForward10 size={24} aria-hidden />
      </ControlButton>
      <ControlButton label={t(isMuted ? 'unmute' : 'mute')} isWideOnly onClick={() => toggleMuted(media)}>
        {isMuted ? <IconVolumeOff size={24} aria-hidden /> : <IconVolume size={24} aria-hidden />}
      </ControlButton>
      <VolumeSlider media={media} />
      <Clock media={media} />
    </>
  )
}

function Clock({ media }: { media: MediaRef }) {
  const second = useCurrentSecond(media)
  const duration = useDuration(media)
  return (
    <span className={classes.clock} aria-hidden="true">
      {formatPlaybackTime(second)}
      <span>{` / ${formatPlaybackTime(duration)}`}</span>
    </span>
  )
}

function ScreenButtons({ media, frame }: Pick<MediaControlsProps, 'media' | 'frame'>) {
  const { t } = useTranslation('media')
  const isFull = useSyncExternalStore(onFullscreen, isFullscreen, () => false)
  return (
    <>
      {document.pictureInPictureEnabled && (
        <ControlButton label={t('pictureInPicture')} isWideOnly onClick={() => togglePictureInPicture(media)}>
          <IconPictureInPicture size={24} aria-hidden />
        </ControlButton>
      )}
      <ControlButton
        label={t(isFull ? 'leaveFullscreen' : 'fullscreen')}
        onClick={() => toggleFullscreen(frame.current)}
      >
        {isFull ? <IconMinimize size={24} aria-hidden /> : <IconMaximize size={24} aria-hidden />}
      </ControlButton>
    </>
  )
}

const isFullscreen = () => document.fullscreenElement !== null

function onFullscreen(run: () => void) {
  document.addEventListener('fullscreenchange', run)
  return () => document.removeEventListener('fullscreenchange', run)
}
