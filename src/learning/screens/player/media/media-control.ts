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

export function setPlaybackRate({ current: player }: MediaRef, speed: number) {
  if (!player) return
  // The default survives a new source, which resets the speed itself.
  player.defaultPlaybackRate = speed
  player.playbackRate = speed
}

/** False without captions. */
export function toggleCaptions({ current: player }: MediaRef): boolean {
  const track = player?.textTracks[0]
  if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
  return track !== undefined
}

/** Shows the captions of one language, if they exist. */
export function showCaptions({ current: player }: MediaRef, language: string | null) {
  for (const track of player?.textTracks ?? []) if (track.language === language) track.mode = 'showing'
}

export function toggleFullscreen({ current: player }: MediaRef) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void player?.requestFullscreen().catch(() => {})
}
