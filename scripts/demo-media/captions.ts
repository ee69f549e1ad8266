import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './video.ts'

interface Cue {
  from: number
  to: number
  text: string
}

/** Default seconds of silence after a beat. */
const usualPause = 0.35

/** Distributes the spoken time over the sentences by their number of letters. */
function cuesOf({ beats }: Scene, seconds: number): Cue[] {
  const silent = beats.reduce(
    (sum, { silenceBeforeSeconds = 0, silenceAfterSeconds = usualPause }) =>
      sum + silenceBeforeSeconds + silenceAfterSeconds,
    0,
  )
  const mails = beats.reduce((sum, { text }) => sum + text.length, 0)
  let at = 0
  return beats.map(({ text, silenceBeforeSeconds = 0, silenceAfterSeconds = usualPause }) => {
    const from = at + silenceBeforeSeconds
    const to = from + ((seconds - silent) * text.length) / mails
    at = to + silenceAfterSeconds
    return { from, to, text }
  })
}

const clock = (seconds: number) => {
  const [minutes, rest] = [Math.floor(seconds / 60), (seconds % 60).toFixed(3)]
  return `${String(minutes).padStart(2, '0')}:${rest.padStart(6, '0')}`
}

/** Writes the captions of a video beside it, as WebVTT. */
export function writeCaptions(scene: Scene, seconds: number, folder: string) {
  const cues = cuesOf(scene, seconds).map(
    ({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}\n`,
  )
  writeFileSync(join(folder, scene.file.replace(/\.mp4$/, '.vtt')), `WEBVTT\n\n${cues.join('\n')}`)
}
