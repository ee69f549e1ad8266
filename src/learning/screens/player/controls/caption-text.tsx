import { useEffect, useState } from 'react'
import type { CaptionSize } from '../media/caption-preference.ts'
import type { MediaRef } from '../media/media-control.ts'
import classes from './media-controls.module.css'

interface Props {
  media: MediaRef
  language: string
  size: CaptionSize
}

/** The captions of this moment, drawn by the player so that controls never cover them. */
export function CaptionText({ media, language, size }: Props) {
  const lines = useActiveLines(media, language)
  if (lines.length === 0) return null
  return (
    <div className={classes.captions} data-size={size} lang={language} data-captions="">
      {lines.map((line) => (
        <p key={line} dir="auto">
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}

function useActiveLines(media: MediaRef, language: string): string[] {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const player = media.current
    if (!player) return
    const update = () => {
      const track = Array.from(player.textTracks).find((one) => one.language === language)
      // Drawn by the browser, for example in a floating window.
      const cues = track?.mode === 'hidden' ? Array.from(track.activeCues ?? []) : []
      setLines(cues.flatMap((cue) => plainText(cue as VTTCue).split('\n')))
    }
    update()
    // A track of a language may be added later, and the browser reports changes of its mode after the event.
    const tracks = player.textTracks
    const listened = Array.from(tracks)
    for (const track of listened) track.addEventListener('cuechange', update)
    tracks.addEventListener('change', update)
    tracks.addEventListener('addtrack', update)
    return () => {
      for (const track of listened) track.removeEventListener('cuechange', update)
      tracks.removeEventListener('change', update)
      tracks.removeEventListener('addtrack', update)
    }
  }, [media, language])
  return lines
}

/** Text of a cue without its markup. */
const plainText = (cue: VTTCue) => (cue.getCueAsHTML().textContent ?? '').trim()
