import type { Static } from 'typebox'
import type * as contract from '../contract.ts'
import type { RankedChunk } from '../words/rank-chunks.ts'

export type AssistantQuestion = Static<typeof contract.AssistantQuestion>
export type EndpointFailure = NonNullable<AssistantQuestion['failure']>
export type Citation = AssistantQuestion['citations'][number]

/** What a question was answered with. */
export type AssistantAnswer = Pick<AssistantQuestion, 'kind' | 'answer' | 'citations' | 'failure'>

export const toCitation = (chunk: RankedChunk, position: number): Citation => ({
  number: position + 1,
  content_id: chunk.content_id,
  title: chunk.title,
  lesson_title: chunk.lesson_title,
  type: chunk.type,
  position: chunk.position,
  quote: chunk.quote,
  start_second: chunk.start_second,
})

/** Said plainly by who shows it; there is nothing to quote. */
export const notFoundAnswer = (failure: AssistantQuestion['failure'] = null): AssistantAnswer => ({
  kind: 'none',
  answer: '',
  citations: [],
  failure,
})

/** Enough to choose from, and read in a minute. */
const mostQuotes = 4

/** The embedded answerer: the best passages in their own words, and nothing else. */
export function quotedAnswer(
  chunks: readonly RankedChunk[],
  failure: AssistantQuestion['failure'] = null,
): AssistantAnswer {
  const citations = chunks.slice(0, mostQuotes).map(toCitation)
  if (citations.length === 0) return notFoundAnswer(failure)
  const answer = citations.map(({ quote, number }) => `“${quote}” [${number}]`).join('\n\n')
  return { kind: 'quotes', answer, citations, failure }
}
