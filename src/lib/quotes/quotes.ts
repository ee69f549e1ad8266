import { normalizeText, type NormalizedText } from './normalize-text.ts'

/** A passage, and what helps to find it again. */
export interface Quote {
  exact: string
  prefix: string
  suffix: string
  /** Characters of the tidied text before the passage. A hint, used only between equally good places. */
  start: number
}

/** A place in a text as it was given, in UTF-16 units. */
export interface TextSpan {
  from: number
  to: number
}

/** Characters kept of what stands before and after. */
const context = 60
/** Longer passages are not kept whole. */
export const maxQuoteLength = 2_000

/** The quote of a span; null where it holds nothing that is seen, or too much. */
export function createQuote(text: string, { from, to }: TextSpan): Quote | null {
  const exact = normalizeText(text.slice(from, to)).text
  if (exact === '' || exact.length > maxQuoteLength) return null
  const before = normalizeText(text.slice(0, from)).text
  return {
    exact,
    prefix: Array.from(before).slice(-context).join(''),
    suffix: Array.from(normalizeText(text.slice(to)).text)
      .slice(0, context)
      .join(''),
    start: Array.from(before).length,
  }
}

/** Where a quote stands in the text now; null where it is gone. */
export function findQuote(text: string | NormalizedText, quote: Quote): TextSpan | null {
  const tidied = typeof text === 'string' ? normalizeText(text) : text
  const quoted = normalizeText(quote.exact).text
  if (quoted === '') return null
  const found = nearest(tidied.text, quoted, quote) ?? changed(tidied.text, quoted, quote)
  return found && { from: tidied.from[found.from]!, to: tidied.to[found.to - 1]! }
}

/** Of all places where the passage stands, the one whose surroundings fit best, then the one nearest to the old. */
function nearest(text: string, quoted: string, quote: Quote): TextSpan | null {
  const before = normalizeText(quote.prefix).text
  const after = normalizeText(quote.suffix).text
  let best: { from: number; fit: number; distance: number } | null = null
  for (let from = text.indexOf(quoted); from >= 0; from = text.indexOf(quoted, from + 1)) {
    const to = from + quoted.length
    if (cutsCharacter(text, from) || cutsCharacter(text, to)) continue
    const fit =
      equalAtEnd(text.slice(0, from).trimEnd(), before) + equalAtStart(text.slice(to).trimStart(), after)
    const distance = Math.abs(from - quote.start)
    if (!best || fit > best.fit || (fit === best.fit && distance < best.distance))
      best = { from, fit, distance }
  }
  return best && { from: best.from, to: best.from + quoted.length }
}

/** Whether a mark that belongs to the letter before stands here: `e` is not found in `ẹ̀`. */
const cutsCharacter = (text: string, at: number) => /^\p{M}/u.test(text.slice(at, at + 2))

function equalAtEnd(text: string, quoted: string) {
  let count = 0
  while (count < quoted.length && text[text.length - 1 - count] === quoted[quoted.length - 1 - count]) count++
  return count
}

function equalAtStart(text: string, quoted: string) {
  let count = 0
  while (count < quoted.length && text[count] === quoted[count]) count++
  return count
}

/** What is left of the neighbours must be telling enough to stand for the passage. */
const shortestNeighbour = 12
/** Where neighbours repeat all over a text, none of the places is more likely than another. */
const maxComparisons = 50

/** A passage that was rewritten a little: what now stands between its neighbours, if at least half its words remain. */
function changed(text: string, quoted: string, quote: Quote): TextSpan | null {
  const before = normalizeText(quote.prefix).text.slice(-40)
  const after = normalizeText(quote.suffix).text.slice(0, 40)
  if (before.length < shortestNeighbour || after.length < shortestNeighbour) return null
  const longest = quoted.length * 2 + 80
  const words = wordsOf(quoted)
  let end = -1
  let compared = 0
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const from = skipSpace(text, at + before.length)
    if (end < from) end = text.indexOf(after, from)
    if (end < 0 || compared === maxComparisons) return null
    // One space at most, as the text is tidied.
    const to = text[end - 1] === ' ' ? end - 1 : end
    if (to <= from || to - from > longest) continue
    compared++
    if (likeness(text.slice(from, to), words) >= 0.5) return { from, to }
  }
  return null
}

const skipSpace = (text: string, at: number) => (text[at] === ' ' ? at + 1 : at)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The share of the wanted words that are still in a text. */
function likeness(text: string, quoted: readonly string[]) {
  if (quoted.length === 0) return 0
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  let found = 0
  for (const word of quoted) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    found++
  }
  return found / quoted.length
}
