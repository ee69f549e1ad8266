import { useEffect, useRef, useState, type RefObject } from 'react'
import { createProgressTracker } from '../progress/progress-tracker.ts'
import type { ProgressSender } from '../progress/progress-sender.ts'
import type { Topic } from '../model/player-model.ts'
import { parseSecondRanges, unionRanges, type SecondRanges } from '../progress/second-ranges.ts'
import { serverTime } from '../progress/server-clock.ts'

/** Milliseconds between reports, so that another device can continue at the position. */
const reportEveryMs = 5_000

interface Options {
  media: RefObject<HTMLMediaElement | null>
  topic: Topic
  course_id: string
  sender: ProgressSender | null
}

/** Counts played seconds and reports them. Returns the seconds played on all devices. */
export function useMediaProgress({ media, topic, course_id, sender }: Options): SecondRanges {
  const [played, setPlayed] = useState<SecondRanges>(() => parseSecondRanges(topic.watched))
  const latest = useRef({ topic, course_id })
  useEffect(() => {
    latest.current = { topic, course_id }
  })
  useEffect(() => {
    const player = media.current
    if (!player || !sender) return
    return trackPlayback(player, (watched, position_seconds) => {
      const media_seconds = player.ended ? Math.floor(player.duration) : null
      setPlayed((before) => unionRanges(before, watched))
      sender.record({
        content_id: latest.current.topic.id,
        course_id: latest.current.course_id,
        watched,
        media_seconds: media_seconds || null,
        position_seconds,
        position_at: new Date(serverTime()).toISOString(),
      })
      void sender.flush()
    })
  }, [media, sender])
  return unionRanges(played, parseSecondRanges(topic.watched))
}

/**
 * Reports what plays to the reader, every few seconds and whenever the player stops or the page is left; in seconds.
 * Returns a function that reports once more and ends it.
 */
function trackPlayback(
  player: HTMLMediaElement,
  onReport: (watched: SecondRanges, position: number) => void,
) {
  const tracker = createProgressTracker()
  let moved = false
  const reaches = () => !player.paused && !player.seeking && (player.tagName === 'AUDIO' || !document.hidden)
  const tick = () => {
    // A step that is being made by hand was not played.
    if (player.seeking) tracker.jump()
    tracker.tick({ position: player.currentTime, rate: player.playbackRate, reaches: reaches() })
    moved ||= !player.paused
  }
  const jump = () => {
    tracker.jump()
    moved = true
  }
  const report = () => {
    tick()
    if (!moved) return
    moved = false
    onReport(tracker.takeProgress(), Math.round(player.currentTime * 10) / 10)
  }
  const leave = () => document.hidden && report()
  const timer = setInterval(report, reportEveryMs)
  const listening = [
    listen(player, 'timeupdate', tick),
    listen(player, 'seeking', jump),
    listen(player, 'pause', report),
    listen(player, 'ended', report),
    listen(document, 'visibilitychange', leave),
    listen(window, 'pagehide', report),
  ]
  return () => {
    clearInterval(timer)
    report()
    for (const stop of listening) stop()
  }
}

function listen(target: EventTarget, name: string, run: () => void) {
  target.addEventListener(name, run)
  return () => target.removeEventListener(name, run)
}
