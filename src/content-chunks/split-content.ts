import type { Cue } from '#courses/index.ts'
import { htmlToText } from '#platform/security/sanitize-rich-text.ts'

export interface ContentChunk {
  text: string
  start_second: number | null
}

/** Target length in characters: meaningful, but quick to read. */
const fullLength = 500
/** Maximum length; longer sentences are cut. */
const longest = 2_000

/** Splits a text into paragraphs and joins short ones. */
export function chunksOfText(html: string): ContentChunk[] {
  const lines = htmlToText(html)
    .split('\n')
    .flatMap((line) => splitLine(line.trim()))
  return gathered(lines.map((text) => ({ text, start_second: null })))
}

/** Joins captions to chunks of about half a minute. */
export const chunksOfCues = (cues: readonly Cue[]): ContentChunk[] =>
  gathered(
    cues.flatMap(({ from, text }) =>
      splitLine(text.replace(/\s+/g, ' ').trim()).map((part) => ({
        text: part,
        start_second: Math.floor(from),
      })),
    ),
    { seconds: 30 },
  )

function splitLine(line: string): string[] {
  const found: string[] = []
  for (let from = 0; from < line.length; from += longest) found.push(line.slice(from, from + longest))
  return found
}

/** Joins neighbours while they are short and begin within some seconds of the first. */
function gathered(parts: ContentChunk[], { seconds = Infinity } = {}): ContentChunk[] {
  const chunks: ContentChunk[] = []
  for (const part of parts) {
    const last = chunks.at(-1)
    const isLate = (part.start_second ?? 0) - (last?.start_second ?? 0) > seconds
    if (last && !isLate && last.text.length + part.text.length < fullLength) last.text += `\n${part.text}`
    else chunks.push({ ...part })
  }
  return chunks
}
