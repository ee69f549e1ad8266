import { keepCookie, keptCookie } from '#platform/client/session/cookies.ts'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const cookie = 'ui_speed'

/** How fast films play for this person: a choice like that of the colours, so it stands beside that. */
export function keptSpeed(): number {
  const kept = Number(keptCookie(cookie))
  return speeds.find((speed) => speed === kept) ?? 1
}

export function keepSpeed(speed: number) {
  keepCookie(cookie, String(speed))
}
