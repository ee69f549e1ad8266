import { useEffect, type RefObject } from 'react'
import { useAddressParameter } from '#platform/client/address.ts'
import { rangeOfWords, showRange } from './show-passage.ts'

interface Props {
  topic: { id: string; body: string }
  media: RefObject<HTMLMediaElement | null>
  text: HTMLElement | null
}

/** Brings the reader to the second or the passage that the address names, once, and takes it out of the address. */
export function Landing({ topic, media, text }: Props) {
  const [at, setAt] = useAddressParameter('at')
  const [find, setFind] = useAddressParameter('find')

  useEffect(() => {
    const seconds = Number(at)
    if (at === null || !Number.isFinite(seconds)) return
    const stop = whenThere(media, (player) => {
      player.currentTime = seconds
      player.scrollIntoView({ block: 'nearest' })
      setAt(null)
    })
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new whenever any parameter changes
  }, [at, media, topic.id])

  useEffect(() => {
    if (find === null || !text) return
    const range = rangeOfWords(text, find)
    if (range) showRange(range)
    setFind(null)
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new whenever any parameter changes
  }, [find, text, topic.id])
  return null
}

/** The player comes some moments after its page, and first goes where its reader stopped last time. */
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
