import { foldedWords, foldText } from '#lib/text-matches/text-matches.ts'

/** Length of a result line in characters. */
const fullLength = 160

/** The line of a passage with most of the words, starting shortly before the first of them. */
export function lineContaining(text: string, q: string): string {
  const words = foldedWords(q)
  const lines = text.split('\n')
  const hits = (line: string) => words.filter((word) => foldText(line).includes(word)).length
  const best = lines.reduce((one, other) => (hits(other) > hits(one) ? other : one), lines[0] ?? '')
  const first = Math.min(
    ...words.map((word) => foldText(best).indexOf(word)).filter((at) => at !== -1),
    best.length,
  )
  if (best.length <= fullLength || first < 60) return best.slice(0, fullLength)
  const from = best.indexOf(' ', first - 60) + 1
  return best.slice(from, from + fullLength)
}

export { formatPlaybackTime } from '#lib/dates/format-playback-time.ts'
