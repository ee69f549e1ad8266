import type { MatchingChunk, ReadableContent } from '#content-chunks/index.ts'
import { extractQuote } from './quote.ts'
import { tokenize, type QueryTerm } from './query-terms.ts'
import { matchesForm } from './word-forms.ts'

export interface WeightedTerm extends QueryTerm {
  weight: number
}

export interface RankedChunk extends MatchingChunk, ReadableContent {
  /** The sentences that contain most of the question. */
  quote: string
  /** Share of the question that passage and title contain, 0 to 1. */
  covered: number
  score: number
}

/** Rare words have more weight than frequent ones; words that never occur have the most. */
export function weightTerms(
  terms: readonly QueryTerm[],
  { total: chunks, holding }: { total: number; holding: number[] },
) {
  return terms.map((term, position) => ({
    ...term,
    weight: Math.log(1 + (chunks - holding[position]! + 0.5) / (holding[position]! + 0.5)),
  }))
}

/** Minimum share of the question in a quoted passage; measured on the questions about the demo courses (decision 0064). */
export const answerThreshold = 0.65
/** Passages below this share of the best score are left out. */
const near = 0.45
const maxPerSource = 2

interface Choice {
  contents: ReadonlyMap<string, ReadableContent>
  maxResults: number
  /** Minimum share of the question that a passage must contain. */
  enough?: number
}

/** Relevant passages, best first, without repetitions; none if the course has no answer. */
export function rankChunks(
  terms: readonly WeightedTerm[],
  found: readonly MatchingChunk[],
  { contents, maxResults, enough = answerThreshold }: Choice,
): RankedChunk[] {
  const ranked = found
    .flatMap((chunk) => {
      const content = contents.get(chunk.content_id)
      return content ? [rank(terms, { ...chunk, ...content })] : []
    })
    .filter(({ covered }) => covered >= enough)
    .toSorted((a, b) => b.score - a.score || compare(a.content_id, b.content_id) || a.position - b.position)
  const best = ranked[0]?.score ?? 0
  const chosen: RankedChunk[] = []
  for (const chunk of ranked) {
    if (chosen.length === maxResults || chunk.score < best * near) break
    if (adds(chunk, chosen)) chosen.push(chunk)
  }
  // A title is only useful without a passage of the same content.
  return chosen.filter(
    (one) =>
      one.position > 0 || !chosen.some((other) => other !== one && other.content_id === one.content_id),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function adds(chunk: RankedChunk, chosen: readonly RankedChunk[]) {
  const same = chosen.filter(({ content_id }) => content_id === chunk.content_id)
  return same.length < maxPerSource && !chosen.some((other) => saysTheSame(other.quote, chunk.quote))
}

function saysTheSame(one: string, other: string) {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, Math.min(a.size, b.size)) > 0.85
}

function rank(terms: readonly WeightedTerm[], chunk: MatchingChunk & ReadableContent): RankedChunk {
  const words = tokenize(chunk.text)
  const titles = tokenize(`${chunk.title} ${chunk.lesson_title}`)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  const positions = terms.map(({ forms }) =>
    words.flatMap((word, at) => (matchesForm(word, forms) ? [at] : [])),
  )
  const inTitle = terms.map(({ forms }) => titles.some((word) => matchesForm(word, forms)))
  const share = (holds: (position: number) => number) =>
    terms.reduce((sum, { weight }, position) => sum + weight * holds(position), 0) / all
  const inText = share((position) => Math.min(1, positions[position]!.length))
  const again = share((position) => Math.min(2, Math.max(0, positions[position]!.length - 1)) / 2)
  const titled = share((position) => Number(inTitle[position]))
  const covered = share((position) => Number(inTitle[position] || positions[position]!.length > 0))
  const score =
    inText +
    0.3 * titled +
    0.1 * again +
    0.25 * closeness(positions) +
    0.2 * phrases(positions) -
    0.05 * Math.log2(1 + words.length / 80)
  return { ...chunk, covered, score, quote: extractQuote(chunk.text, terms) }
}

/** Proximity: 1 if all words are adjacent, towards 0 with their distance. */
function closeness(positions: readonly number[][]) {
  const present = positions.filter((some) => some.length > 0)
  if (present.length < 2) return 0
  const marks = present
    .flatMap((some, term) => some.map((at) => ({ at, term })))
    .toSorted((a, b) => a.at - b.at)
  const within = new Map<number, number>()
  let shortest = Infinity
  let from = 0
  for (const { at, term } of marks) {
    within.set(term, (within.get(term) ?? 0) + 1)
    while (within.size === present.length) {
      shortest = Math.min(shortest, at - marks[from]!.at)
      const left = marks[from++]!.term
      if (within.get(left) === 1) within.delete(left)
      else within.set(left, within.get(left)! - 1)
    }
  }
  return present.length / Math.max(present.length, shortest + 1)
}

/** Share of adjacent words of the question that are adjacent in the text. */
function phrases(positions: readonly number[][]) {
  if (positions.length < 2) return 0
  const pairs = positions.slice(1).filter((next, position) => {
    const after = new Set(next)
    return positions[position]!.some((at) => after.has(at + 1) || after.has(at + 2))
  })
  return pairs.length / (positions.length - 1)
}
