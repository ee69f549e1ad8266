import { useEffect, type RefObject } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useTopicParam } from '#ui/frame/course-parameters.ts'
import { findTextRange, highlightRange } from './highlight-match.ts'

interface Props {
  topic: { id: string; body: string }
  media: RefObject<HTMLMediaElement | null>
  text: HTMLElement | null
}

/** Scrolls to the second or passage that the address names, once, and removes it from the address. */
export function ScrollToMatch({ topic, media, text }: Props) {
  const [request] = useTopicParam()
  const [at, setAt] = useQueryParam('at')
  const [find, setFind] = useQueryParam('find')
  // The address changes before the page while its content loads.
  const isThere = request === null || request === topic.id

  useEffect(() => {
    const seconds = Number(at)
    if (at === null || !isThere || !Number.isFinite(seconds)) return
    const stop = whenThere(media, (player) => {
      player.currentTime = seconds
      player.scrollIntoView({ block: 'nearest' })
      setAt(null)
    })
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- the setter changes whenever any parameter changes
  }, [at, isThere, media, topic.id])

  useEffect(() => {
    if (find === null || !isThere || !text) return
    return whenShown(text, find, () => setFind(null))
    // oxlint-disable-next-line react/exhaustive-deps -- the setter changes whenever any parameter changes
  }, [find, isThere, text, topic.id])
  return null
}

/** A new text is rendered some moments after its page; if the words are not found nothing is highlighted. */
function whenShown(text: HTMLElement, words: string, onEnd: () => void) {
  let tries = 0
  function look() {
    const range = text.isConnected ? findTextRange(text, words) : null
    tries += 1
    if (range) highlightRange(range)
    if (range || tries > 15) {
      clearInterval(timer)
      onEnd()
    }
  }
  const timer = setInterval(look, 200)
  look()
  return () => clearInterval(timer)
}

/** The media player appears some moments after its page, and first seeks to the last position. */
function whenThere(media: RefObject<HTMLMediaElement | null>, go: (player: HTMLMediaElement) => void) {
  let tries = 0
  const timer = setInterval(() => {
    const player = media.current
    tries += 1
    if (player && player.readyState >= HTMLMediaElement.HAVE_METADATA) {
      clearInterval(timer)
      go(player)
    } else if (tries > 100) clearInterval(timer)
  }, 200)
  return () => clearInterval(timer)
}
