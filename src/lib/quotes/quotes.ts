import { normalizeText, type NormalizedText } from './normalize-text.ts'

/** A passage, with its context to find it again. */
export interface Quote {
  exact: string
  prefix: string
  suffix: string
  /**
   * Number of characters of the normalised text before the passage. Only decides between equally good matches.
   */
  start: number
}

/** A range of the original text, in UTF-16 units. */
export interface TextSpan {
  from: number
  to: number
}

/** Number of characters stored of the text before and after. */
const context = 60
/** Maximum length of a quote in characters. */
export const maxQuoteLength = 2_000

/** Creates the quote of a span; null if the span is blank or longer than `maxQuoteLength`. */
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

/** Finds a quote in the current text; null if the text does not contain it. */
export function findQuote(text: string | NormalizedText, quote: Quote): TextSpan | null {
  const tidied = typeof text === 'string' ? normalizeText(text) : text
  const quoted = normalizeText(quote.exact).text
  if (quoted === '') return null
  const found = nearest(tidied.text, quoted, quote) ?? changed(tidied.text, quoted, quote)
  return found && { from: tidied.originalStarts[found.from]!, to: tidied.originalEnds[found.to - 1]! }
}

/** Of all occurrences, returns the one whose context fits best, then the one nearest to the old position. */
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

/** Whether a combining mark of the letter before begins here: `e` must not match within `ẹ̀`. */
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

/** Minimum length of a neighbour that locates the passage on its own. */
const shortestNeighbour = 12
/** If the neighbours occur more often than this, no position is more likely than another. */
const maxComparisons = 50

/** Finds a slightly rewritten passage: the text between its neighbours, if at least half of the words remain. */
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
    // Normalised text has at most one space here.
    const to = text[end - 1] === ' ' ? end - 1 : end
    if (to <= from || to - from > longest) continue
    compared++
    if (likeness(text.slice(from, to), words) >= 0.5) return { from, to }
  }
  return null
}

const skipSpace = (text: string, at: number) => (text[at] === ' ' ? at + 1 : at)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Share of the words of the passage that the text still contains. */
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
