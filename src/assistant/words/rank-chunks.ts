import type { FoundPassage, OpenContent } from '#content-chunks/index.ts'
import { quoteFrom } from './quote.ts'
import { wordsOf, type Term } from './question-words.ts'
import { counts } from './word-forms.ts'

export interface WeighedTerm extends Term {
  weight: number
}

export interface Ranked extends FoundPassage, OpenContent {
  /** The sentences that hold most of what was asked. */
  quote: string
  /** How much of what was asked the passage and its title hold, from 0 to 1. */
  covered: number
  score: number
}

/** A rare word says more of what is asked than one that stands everywhere; a word that is nowhere says most. */
export function weigh(
  terms: readonly Term[],
  { passages, holding }: { passages: number; holding: number[] },
) {
  return terms.map((term, place) => ({
    ...term,
    weight: Math.log(1 + (passages - holding[place]! + 0.5) / (holding[place]! + 0.5)),
  }))
}

/** Less than this of a question, and a passage is about something else. */
const half = 0.5
/** Passages that are much worse than the best one are left out. */
const near = 0.45
const mostOfOne = 2

interface Choice {
  contents: ReadonlyMap<string, OpenContent>
  most: number
  /** The share of the question that a passage has to hold. */
  enough?: number
}

/** Passages that answer, best first, without repetitions; none where the course does not say it. */
export function rankPassages(
  terms: readonly WeighedTerm[],
  found: readonly FoundPassage[],
  { contents, most, enough = half }: Choice,
): Ranked[] {
  const ranked = found
    .flatMap((passage) => {
      const content = contents.get(passage.content_id)
      return content ? [rank(terms, { ...passage, ...content })] : []
    })
    .filter(({ covered }) => covered >= enough)
    .toSorted((a, b) => b.score - a.score || compare(a.content_id, b.content_id) || a.position - b.position)
  const best = ranked[0]?.score ?? 0
  const chosen: Ranked[] = []
  for (const passage of ranked) {
    if (chosen.length === most || passage.score < best * near) break
    if (adds(passage, chosen)) chosen.push(passage)
  }
  // A title says where to look; beside a passage of the same content it says nothing.
  return chosen.filter(
    (one) =>
      one.position > 0 || !chosen.some((other) => other !== one && other.content_id === one.content_id),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function adds(passage: Ranked, chosen: readonly Ranked[]) {
  const same = chosen.filter(({ content_id }) => content_id === passage.content_id)
  return same.length < mostOfOne && !chosen.some((other) => saysTheSame(other.quote, passage.quote))
}

function saysTheSame(one: string, other: string) {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, Math.min(a.size, b.size)) > 0.85
}

function rank(terms: readonly WeighedTerm[], passage: FoundPassage & OpenContent): Ranked {
  const words = wordsOf(passage.text)
  const titles = wordsOf(`${passage.title} ${passage.lesson_title}`)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  const places = terms.map(({ forms }) => words.flatMap((word, at) => (counts(word, forms) ? [at] : [])))
  const inTitle = terms.map(({ forms }) => titles.some((word) => counts(word, forms)))
  const share = (holds: (place: number) => number) =>
    terms.reduce((sum, { weight }, place) => sum + weight * holds(place), 0) / all
  const inText = share((place) => Math.min(1, places[place]!.length))
  const again = share((place) => Math.min(2, Math.max(0, places[place]!.length - 1)) / 2)
  const titled = share((place) => Number(inTitle[place]))
  const covered = share((place) => Number(inTitle[place] || places[place]!.length > 0))
  const score =
    inText +
    0.3 * titled +
    0.1 * again +
    0.25 * closeness(places) +
    0.2 * phrases(places) -
    0.05 * Math.log2(1 + words.length / 80)
  return { ...passage, covered, score, quote: quoteFrom(passage.text, terms) }
}

/** 1 where all words that are there stand side by side, towards 0 the farther apart. */
function closeness(places: readonly number[][]) {
  const present = places.filter((some) => some.length > 0)
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

/** The share of neighbours in the question that are neighbours in the text. */
function phrases(places: readonly number[][]) {
  if (places.length < 2) return 0
  const pairs = places.slice(1).filter((next, place) => {
    const after = new Set(next)
    return places[place]!.some((at) => after.has(at + 1) || after.has(at + 2))
  })
  return pairs.length / (places.length - 1)
}
