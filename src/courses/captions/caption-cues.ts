import { Refusal } from '#platform/contract/refusal.ts'

export interface Cue {
  /** Seconds from the beginning. */
  from: number
  to: number
  /** Text without markup; a speaker's name is followed by a colon. */
  text: string
}

/** Twelve hours with one line every 1.5 seconds. */
export const maxCues = 30_000
const maxCharacters = 2_000_000
const longestCue = 2_000
/** In characters, including markup. */
const longestPayload = 20_000
const longestSeconds = 1_000_000

/**
 * Parses the cues of a WebVTT file. Refuses a file without cues, and names the line of an invalid time: a partly
 * parsed file would show wrong captions.
 */
export function parseCues(vtt: string): Cue[] {
  const lines = vtt.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const cues: Cue[] = []
  let characters = 0
  for (let at = 0; at < lines.length; at++) {
    if (/^(?:STYLE|REGION|NOTE)(?:\s|$)/.test(lines[at]!) && isBlank(lines[at - 1])) {
      while (at < lines.length && !isBlank(lines[at])) at++
      continue
    }
    if (!lines[at]!.includes('-->')) continue
    const times = timesOf(lines[at]!)
    if (!times) throw new Refusal('captions_invalid', { extra: { line: at + 1 } })
    const words: string[] = []
    while (at + 1 < lines.length && !isBlank(lines[at + 1]) && !lines[at + 1]!.includes('-->'))
      words.push(lines[++at]!)
    const payload = words.join('\n')
    if (payload.length > longestPayload) throw new Refusal('captions_too_long', { extra: { line: at + 1 } })
    const text = plain(payload)
    if (text === '') continue
    characters += text.length
    if (cues.length >= maxCues || characters > maxCharacters || text.length > longestCue)
      throw new Refusal('captions_too_long', { extra: { line: at + 1 } })
    cues.push({ ...times, text })
  }
  if (cues.length === 0) throw new Refusal('captions_invalid', { extra: { line: 1 } })
  return cues.sort((a, b) => a.from - b.from || a.to - b.to)
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

const clock = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})$/

function timesOf(line: string): { from: number; to: number } | null {
  const [left = '', right = ''] = line.split('-->')
  const from = secondsOf(left.trim())
  const to = secondsOf(right.trim().split(/\s/)[0] ?? '')
  if (from === null || to === null || to < from || to > longestSeconds) return null
  return { from, to }
}

function secondsOf(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction = '0'] = clock.exec(text) ?? []
  if (minutes === undefined || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return null
  const thousandths = Number(fraction.padEnd(3, '0'))
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + thousandths / 1000
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Removes tags and keeps the speaker's name. */
function plain(payload: string) {
  return payload
    .replace(/<v(?:\.[^\s<>]{0,100})?\s{1,5}([^<>]{1,200})>/g, (_tag, name: string) => `${name.trim()}: `)
    .replace(/<\/?[^<>]{0,500}>/g, '')
    .replace(/\{\\[^{}]{0,100}\}/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|lrm|rlm);/g, (_all, name: string) => entities[name]!)
    .replace(/[\p{Cc}--[\n]]/gv, ' ')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
