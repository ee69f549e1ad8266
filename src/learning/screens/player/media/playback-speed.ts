import { setCookie, getCookie } from '#platform/client/session/cookies.ts'

export const playbackSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const cookie = 'ui_speed'

/** Playback speed of this person, stored like the appearance. */
export function playbackSpeed(): number {
  const stored = Number(getCookie(cookie))
  return playbackSpeeds.find((speed) => speed === stored) ?? 1
}

export function storePlaybackSpeed(speed: number) {
  setCookie(cookie, String(speed))
}
