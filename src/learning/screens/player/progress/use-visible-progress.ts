import { useEffect, useState } from 'react'
import { readingSecondsNeeded, type Topic } from '../model/player-model.ts'
import type { ProgressSender } from './progress-sender.ts'
import { serverTime } from './server-clock.ts'
import { createVisibleSeconds, scrolledPercentage } from './visible-seconds.ts'

/** Milliseconds between reports. */
const reportEveryMs = 10_000
/** Milliseconds without a key, touch or scroll after which nobody seems to be there. */
const idleMs = 5 * 60_000
/** Milliseconds on the screen after which a content counts as opened: passing through is not opening. */
export const openedAfterMs = 2_000

export interface VisibleContent {
  topic: Topic
  course_id: string
  sender: ProgressSender | null
  /** The element of the text; null before it is rendered, and without a text. */
  text: HTMLElement | null
}

/**
 * Reports for how long the open content was on the student's screen, and how far a text was scrolled. Returns the
 * part of the text that was seen so far, in percent.
 */
export function useVisibleProgress({ topic, course_id, sender, text }: VisibleContent): number {
  const [seen, setSeen] = useState(topic.body === '' ? 100 : (topic.read_percentage ?? 0))
  const isOpen = topic.lock_reason === null
  const content_id = topic.id
  const completesAfter = topic.completed_at === null ? readingSecondsNeeded(topic) : null
  const missingSeconds = completesAfter === null ? null : Math.max(1, completesAfter - topic.visible_seconds)
  useEffect(() => {
    if (!sender || !isOpen) return
    // The last position in the course. Being here completes nothing.
    sender.record({ content_id, course_id })
    void sender.flush()
  }, [content_id, course_id, isOpen, sender])
  useEffect(() => {
    if (!sender || !isOpen) return
    return trackVisible(text, {
      onSeen: setSeen,
      reportAfterMs: missingSeconds === null ? null : missingSeconds * 1_000,
      onReport(report) {
        sender.record({ content_id, course_id, ...report })
        void sender.flush()
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the missing seconds matter when the content is opened
  }, [content_id, course_id, isOpen, sender, text])
  return Math.max(seen, topic.read_percentage ?? 0)
}

interface Tracking {
  onSeen: (percentage: number) => void
  /** When the first report is due, because it may complete the content. */
  reportAfterMs: number | null
  onReport: (report: { visible: readonly (readonly [number, number])[]; read_percentage?: number }) => void
}

/** Watches the page and the text; returns a function that reports once more and ends it. */
function trackVisible(text: HTMLElement | null, { onSeen, reportAfterMs, onReport }: Tracking) {
  const seconds = createVisibleSeconds()
  let lastActive = Date.now()
  let percentage = 0
  let reported = 0
  const update = () =>
    seconds.update(!document.hidden && (isPlaying() || Date.now() - lastActive < idleMs), serverTime())
  const measure = () => {
    if (!text || document.hidden) return
    percentage = Math.max(percentage, scrolledPercentage(text.getBoundingClientRect(), window.innerHeight))
    onSeen(percentage)
  }
  const report = () => {
    update()
    const visible = seconds.take(serverTime())
    if (visible.length === 0 && percentage === reported) return
    reported = percentage
    onReport({ visible, ...(text && { read_percentage: percentage }) })
  }
  const active = () => {
    lastActive = Date.now()
    update()
  }
  update()
  measure()
  const first = reportAfterMs === null ? undefined : setTimeout(report, reportAfterMs + 1_000)
  const stop = listenToReader(text, { active, measure, report })
  return () => {
    stop()
    clearTimeout(first)
    report()
  }
}

interface Reactions {
  active: () => void
  measure: () => void
  report: () => void
}

/** Calls back when the reader does something, the text moves, or a report is due. */
function listenToReader(text: HTMLElement | null, { active, measure, report }: Reactions) {
  const size = new ResizeObserver(measure)
  if (text) size.observe(text)
  const timer = setInterval(report, reportEveryMs)
  const ending = new AbortController()
  const options = { signal: ending.signal, passive: true, capture: true }
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'])
    window.addEventListener(name, active, options)
  const onScroll = () => {
    active()
    measure()
  }
  const onVisibility = () => {
    measure()
    report()
  }
  window.addEventListener('scroll', onScroll, options)
  document.addEventListener('visibilitychange', onVisibility, options)
  window.addEventListener('pagehide', report, options)
  return () => {
    ending.abort()
    size.disconnect()
    clearInterval(timer)
  }
}

const isPlaying = () =>
  Array.from(document.querySelectorAll<HTMLMediaElement>('video, audio')).some((media) => !media.paused)

/** Reports a content as opened when it has been on the screen for a moment. */
export function useOpenedAfterMoment(
  { id: content_id, completion, completed_at }: Topic,
  { course_id, sender }: Pick<VisibleContent, 'course_id' | 'sender'>,
) {
  const counts = completion.rule === 'opened' && completed_at === null
  useEffect(() => {
    if (!sender || !counts) return
    const timer = setTimeout(() => {
      sender.record({ content_id, course_id, opened: true })
      void sender.flush()
    }, openedAfterMs)
    return () => clearTimeout(timer)
  }, [content_id, course_id, counts, sender])
}
