import { useMemo, type RefObject } from 'react'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useShortcuts, type Shortcut } from '#ui/shell/shortcuts.ts'
import {
  playOrPause,
  seekBy,
  seekToShare,
  toggleFullscreen,
  toggleMuted,
  type MediaRef,
} from './media-control.ts'

interface Options {
  isVideo: boolean
  frame: RefObject<HTMLElement | null>
  /** False without captions. */
  toggleCaptions: RefObject<() => boolean>
}

/** Registers the keys of a video or recording. Keys that a field or a focused control uses are not taken. */
export function useMediaKeys(media: MediaRef, { isVideo, frame, toggleCaptions }: Options) {
  const { t } = useTranslation('learning')
  const shortcuts = useMemo(() => {
    const play = { label: t('keys.play'), run: () => playOrPause(media) }
    const captions = () => void (toggleCaptions.current() || toast(t('media.noCaptions'), 'info'))
    const digits = Array.from({ length: 10 }, (_, digit) => ({
      keys: String(digit),
      label: t('keys.share'),
      listedAs: digit === 0 && '0–9',
      run: () => seekToShare(media, digit / 10),
    }))
    const list: Shortcut[] = [
      { keys: ' ', ...play, listedAs: ' +k' },
      { keys: 'k', ...play, listedAs: false },
      { keys: 'j', label: t('keys.back10'), run: () => seekBy(media, -10) },
      { keys: 'l', label: t('keys.ahead10'), run: () => seekBy(media, 10) },
      { keys: 'arrowleft', label: t('keys.back5'), run: () => seekBy(media, -5) },
      { keys: 'arrowright', label: t('keys.ahead5'), run: () => seekBy(media, 5) },
      ...digits,
      { keys: 'm', label: t('keys.mute'), run: () => toggleMuted(media) },
      { keys: 'c', label: t('keys.captions'), run: captions },
    ]
    if (isVideo)
      list.push({ keys: 'f', label: t('keys.fullscreen'), run: () => toggleFullscreen(frame.current) })
    return list
  }, [media, isVideo, frame, toggleCaptions, t])
  useShortcuts(shortcuts)
}
