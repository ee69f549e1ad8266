import type { RefObject } from 'react'

/** The media element on screen, if any. */
export type MediaRef = RefObject<HTMLMediaElement | null>

export function playOrPause({ current: player }: MediaRef) {
  if (player?.paused) void player.play().catch(() => {})
  else player?.pause()
}

export function seekTo({ current: player }: MediaRef, seconds: number) {
  if (player) player.currentTime = Math.min(player.duration || 0, Math.max(0, seconds))
}

export const seekBy = (media: MediaRef, seconds: number) =>
  seekTo(media, (media.current?.currentTime ?? 0) + seconds)

/** Seeks to a share of the duration, from 0 to 1. */
export const seekToShare = (media: MediaRef, share: number) =>
  seekTo(media, (media.current?.duration || 0) * share)

export function setPlaybackRate({ current: player }: MediaRef, speed: number) {
  if (!player) return
  // The default survives a new source, which resets the speed itself.
  player.defaultPlaybackRate = speed
  player.playbackRate = speed
}

export function toggleMuted({ current: player }: MediaRef) {
  if (!player) return
  const silent = player.muted || player.volume === 0
  player.muted = !silent
  if (silent && player.volume === 0) player.volume = 0.5
}

export function setVolume({ current: player }: MediaRef, volume: number) {
  if (!player) return
  player.volume = volume
  player.muted = false
}

/** Sets the mode of the captions in one language, and turns the others off. */
export function setTrackModes(player: HTMLMediaElement, language: string | null, mode: TextTrackMode) {
  for (const track of player.textTracks) track.mode = track.language === language ? mode : 'disabled'
}

/** An iPhone shows nothing but a video full screen. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Shows the video with its controls on the full screen, or leaves it. */
export function toggleFullscreen(frame: Element | null) {
  if (document.fullscreenElement) return void document.exitFullscreen()
  const video = frame?.querySelector<PhoneVideo>('video')
  if (frame?.requestFullscreen) void frame.requestFullscreen().catch(() => {})
  else video?.webkitEnterFullscreen?.()
}

export function togglePictureInPicture({ current: player }: MediaRef) {
  if (document.pictureInPictureElement) return void document.exitPictureInPicture()
  if (player instanceof HTMLVideoElement) void player.requestPictureInPicture().catch(() => {})
}
