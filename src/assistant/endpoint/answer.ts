import type { Static } from 'typebox'
import type * as contract from '../contract.ts'
import type { Ranked } from '../words/rank-chunks.ts'

export type Asked = Static<typeof contract.Asked>
export type Fault = NonNullable<Asked['fault']>
export type Cited = Asked['citations'][number]

/** What a question was answered with. */
export type Answer = Pick<Asked, 'kind' | 'answer' | 'citations' | 'fault'>

export const citationOf = (passage: Ranked, place: number): Cited => ({
  number: place + 1,
  content_id: passage.content_id,
  title: passage.title,
  lesson_title: passage.lesson_title,
  type: passage.type,
  position: passage.position,
  quote: passage.quote,
  start_second: passage.start_second,
})

/** Said plainly by who shows it; there is nothing to quote. */
export const nothing = (fault: Asked['fault'] = null): Answer => ({
  kind: 'none',
  answer: '',
  citations: [],
  fault,
})

/** Enough to choose from, and read in a minute. */
const mostQuotes = 4

/** The embedded answerer: the best passages in their own words, and nothing else. */
export function quotesOf(passages: readonly Ranked[], fault: Asked['fault'] = null): Answer {
  const citations = passages.slice(0, mostQuotes).map(citationOf)
  if (citations.length === 0) return nothing(fault)
  const answer = citations.map(({ quote, number }) => `“${quote}” [${number}]`).join('\n\n')
  return { kind: 'passages', answer, citations, fault }
}
