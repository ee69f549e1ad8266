import { noSecondRanges, unionRanges, type SecondRanges } from './second-ranges.ts'

export interface VisibleSeconds {
  /** Whether the content can be seen from `now` on, in milliseconds since 1970. */
  update(visible: boolean, now: number): void
  /** Returns the whole seconds since 1970 since the last call. The current second follows when it has passed. */
  take(now: number): SecondRanges
}

/** Counts the seconds in which a content is on the screen. Has no clock and no page. */
export function createVisibleSeconds(): VisibleSeconds {
  let seconds: SecondRanges = noSecondRanges
  let since: number | null = null
  const close = (now: number) => {
    if (since !== null && now > since) seconds = unionRanges(seconds, [[since / 1_000, now / 1_000]])
  }
  return {
    update(visible, now) {
      if (visible === (since !== null)) return
      close(now)
      since = visible ? now : null
    },
    take(now) {
      close(now)
      const whole = seconds.map(([from, to]): [number, number] => [Math.round(from), Math.floor(to)])
      // What is left of the current second is counted with the next ones.
      if (since !== null) since = Math.max(since, Math.floor(now / 1_000) * 1_000)
      seconds = noSecondRanges
      return unionRanges(noSecondRanges, whole)
    },
  }
}

/** The part of an element that has been above the lower edge of a window, in percent. */
export function scrolledPercentage({ top, height }: { top: number; height: number }, windowHeight: number) {
  /** Pixels that a browser may leave when scrolled to the end. */
  const tolerance = 4
  if (height <= 0) return 100
  const share = Math.max(0, Math.min(1, (windowHeight + tolerance - top) / height))
  return Math.floor(share * 100)
}
