import { useSyncExternalStore } from 'react'
import type { MediaRef } from '../media/media-control.ts'

type Value = string | number | boolean

/** A value of the media element, read again after these events. */
export function useMediaValue<T extends Value>(
  media: MediaRef,
  events: readonly string[],
  read: (player: HTMLMediaElement) => T,
): T | undefined {
  const subscribe = (onChange: () => void) => {
    const player = media.current
    for (const event of events) player?.addEventListener(event, onChange)
    return () => {
      for (const event of events) player?.removeEventListener(event, onChange)
    }
  }
  const current = () => (media.current ? read(media.current) : undefined)
  return useSyncExternalStore(subscribe, current, () => undefined)
}

const playing = ['play', 'pause', 'ended', 'emptied'] as const
const durations = ['durationchange', 'loadedmetadata', 'emptied'] as const
const times = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'] as const
const buffers = ['progress', 'seeked', 'loadedmetadata', 'emptied'] as const
const volumes = ['volumechange'] as const
const waits = ['waiting', 'stalled', 'playing', 'pause', 'seeked', 'canplay', 'emptied'] as const

export const useIsPaused = (media: MediaRef) => useMediaValue(media, playing, ({ paused }) => paused) ?? true

/** Seconds; 0 while unknown. */
export const useDuration = (media: MediaRef) =>
  useMediaValue(media, durations, ({ duration }) => (Number.isFinite(duration) ? duration : 0)) ?? 0

export const useCurrentTime = (media: MediaRef) =>
  useMediaValue(media, times, ({ currentTime }) => currentTime) ?? 0

/** The same in whole seconds: renders once a second. */
export const useCurrentSecond = (media: MediaRef) =>
  useMediaValue(media, times, ({ currentTime }) => Math.floor(currentTime)) ?? 0

export const useBufferedUntil = (media: MediaRef) => useMediaValue(media, buffers, bufferedUntil) ?? 0

function bufferedUntil({ buffered, currentTime }: HTMLMediaElement): number {
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime)
      return buffered.end(index)
  return 0
}

export const useIsMuted = (media: MediaRef) =>
  useMediaValue(media, volumes, ({ muted, volume }) => muted || volume === 0) ?? false

export const useVolume = (media: MediaRef) => useMediaValue(media, volumes, ({ volume }) => volume) ?? 1

/** Whether the reader pressed play and waits for data. */
export const useIsWaiting = (media: MediaRef) =>
  useMediaValue(
    media,
    waits,
    ({ paused, readyState }) => !paused && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  ) ?? false
