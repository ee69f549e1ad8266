import type { CSSProperties } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { setVolume, type MediaRef } from '../media/media-control.ts'
import { useIsMuted, useVolume } from './use-media-value.ts'
import classes from './media-controls.module.css'

/** Volume; phones have buttons of their own for it. */
export function VolumeSlider({ media }: { media: MediaRef }) {
  const { t } = useTranslation('media')
  const volume = useVolume(media)
  const isMuted = useIsMuted(media)
  const shown = isMuted ? 0 : volume
  return (
    <input
      type="range"
      className={classes.volume}
      min={0}
      max={1}
      step={0.05}
      value={shown}
      style={{ '--played': `${shown * 100}%` } as CSSProperties}
      aria-label={t('volume')}
      aria-valuetext={`${Math.round(shown * 100)} %`}
      onChange={(event) => setVolume(media, event.currentTarget.valueAsNumber)}
    />
  )
}
