import { useEffect, useRef, useState } from 'react'
import { resumePosition, type Topic } from '../model/player-model.ts'
import type { ProgressSender } from '../progress/progress-sender.ts'
import { seekTo, type MediaRef } from './media-control.ts'

/** Links expire after hours. The current one is used until it fails, then the video continues with a new one. */
export function useLastingUrl(media: MediaRef, { media: file }: Topic, onExpired: () => void) {
  const fresh = file?.url
  const [url, setUrl] = useState(fresh)
  const [failed, setFailed] = useState(false)
  const position = useRef(0)
  if (failed && fresh && fresh !== url) {
    setUrl(fresh)
    setFailed(false)
  }
  useEffect(() => {
    const player = media.current
    if (!player || position.current === 0) return
    const resume = () => seekTo(media, position.current)
    player.addEventListener('loadedmetadata', resume, { once: true })
    return () => player.removeEventListener('loadedmetadata', resume)
  }, [media, url])
  const lost = () => {
    if (failed) return
    position.current = media.current?.currentTime ?? 0
    setFailed(true)
    onExpired()
  }
  return { url, lost }
}

/** Starts at the student's last position on any device, until the video was played or moved here. */
export function useResume(media: MediaRef, topic: Topic, sender: ProgressSender | null) {
  const touched = useRef(false)
  const { id, position_seconds, position_at } = topic
  useEffect(() => {
    const player = media.current
    if (!player || !sender) return
    const resume = () => {
      if (touched.current) return
      const positions = [{ position_seconds, position_at }, sender.positionOf(id)]
      const start = resumePosition(positions, player.duration)
      if (start > 0) seekTo(media, start)
    }
    const touch = () => {
      touched.current = true
    }
    if (player.readyState >= HTMLMediaElement.HAVE_METADATA) resume()
    player.addEventListener('loadedmetadata', resume)
    player.addEventListener('play', touch)
    return () => {
      player.removeEventListener('loadedmetadata', resume)
      player.removeEventListener('play', touch)
    }
  }, [media, sender, id, position_seconds, position_at])
}
