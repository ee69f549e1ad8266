import type { Static } from 'typebox'
import type * as contract from '../contract.ts'
import type { RankedChunk } from '../words/rank-chunks.ts'

export type AssistantQuestion = Static<typeof contract.AssistantQuestion>
export type EndpointFailure = NonNullable<AssistantQuestion['failure']>
export type Citation = AssistantQuestion['citations'][number]

/** The answer to a question. */
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

/** Without a text: the screen explains that the course has no answer. */
export const notFoundAnswer = (failure: AssistantQuestion['failure'] = null): AssistantAnswer => ({
  kind: 'none',
  answer: '',
  citations: [],
  failure,
})

/** Maximum number of lessons that are offered instead of an answer. */
const maxSearchResults = 3

/** No answer, but the lessons that contain words of the question, best first, without quotes. */
function searchResults(
  related: readonly RankedChunk[],
  failure: AssistantQuestion['failure'],
): AssistantAnswer {
  const lessons = new Map(related.toReversed().map((chunk) => [chunk.content_id, chunk]))
  const citations = [...lessons.values()]
    .toReversed()
    .slice(0, maxSearchResults)
    .map((chunk, index) => toCitation({ ...chunk, position: 0, quote: '', start_second: null }, index))
  return { ...notFoundAnswer(failure), citations }
}

/** Maximum number of quotes in an answer. */
const maxQuotes = 4

/** Answers without an endpoint: quotes the best passages, or lists related lessons if no passage is good enough. */
export function quotedAnswer(
  { quotable, related }: { quotable: readonly RankedChunk[]; related: readonly RankedChunk[] },
  failure: AssistantQuestion['failure'] = null,
): AssistantAnswer {
  const citations = quotable.slice(0, maxQuotes).map(toCitation)
  if (citations.length === 0) return searchResults(related, failure)
  const answer = citations.map(({ quote, number }) => `“${quote}” [${number}]`).join('\n\n')
  return { kind: 'quotes', answer, citations, failure }
}
