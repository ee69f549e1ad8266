import type { SendPart } from '#platform/http/streamed-answer.ts'
import type { AssistantQuestion } from './assistant-answer.ts'
import { EndpointError, maxAnswerTokens, type AssistantEndpoint } from './assistant-endpoint.ts'
import { askEndpoint, isUnanswered, estimateTextTokens } from './endpoint-limits.ts'
import { answerMessages, notInCourseMarker } from './prompt.ts'
import type { RankedChunk } from '../words/rank-chunks.ts'

/** Answer of the endpoint, with its cost. */
interface Said {
  /** null: no answer in the passages. */
  text: string | null
  cited: number[]
  failure: AssistantQuestion['failure']
  tokens: number
}

const promptTokens = (question: string, chunks: readonly RankedChunk[]) =>
  answerMessages(question, chunks).reduce((sum, { content }) => sum + estimateTextTokens(content), 0)

export const estimateTokens = (question: string, chunks: readonly RankedChunk[]) =>
  promptTokens(question, chunks) + maxAnswerTokens

interface Put {
  question: string
  chunks: readonly RankedChunk[]
}

export async function answerWithEndpoint(
  endpoint: AssistantEndpoint,
  { question, chunks }: Put,
  tell: SendPart,
): Promise<Said> {
  const failed = (failure: AssistantQuestion['failure'], tokens: number): Said => ({
    text: null,
    cited: [],
    failure,
    tokens,
  })
  const spent = promptTokens(question, chunks)
  let text = ''
  try {
    const textSender = teller(chunks.length, tell)
    const { tokens } = await askEndpoint(endpoint, answerMessages(question, chunks), (delta) => {
      text += delta
      textSender(text)
    })
    const total = tokens ?? spent + estimateTextTokens(text)
    if (text.trim().startsWith(notInCourseMarker))
      return { text: null, cited: [], failure: null, tokens: total }
    const clean = cleanAnswer(checked(text, chunks.length))
    const cited = [...new Set(numbersIn(clean))]
    return cited.length > 0
      ? { text: clean, cited, failure: null, tokens: total }
      : failed('no_citation', total)
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    return failed(error.failure, isUnanswered(error) ? 0 : spent + estimateTextTokens(text))
  }
}

const reference = /\[(\d{1,3})\]/g
const numbersIn = (text: string) => Array.from(text.matchAll(reference), ([, number]) => Number(number))

/** Removes references to passages that do not exist. */
const checked = (text: string, chunks: number) =>
  text.replace(reference, (match, number: string) =>
    Number(number) >= 1 && Number(number) <= chunks ? match : '',
  )

/** Plain text: removes control characters and direction marks. */
export const cleanAnswer = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) =>
      sign === '\n' || sign === '\u200d' || sign === '\u200c' ? sign : '',
    )
    .replace(/[ \t]+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Streams the final part of the text: no incomplete reference, and nothing while it may turn out to be no answer.
 */
function teller(chunks: number, tell: SendPart) {
  let textSender = 0
  return (text: string) => {
    const begun = text.trimStart()
    if (notInCourseMarker.startsWith(begun.slice(0, notInCourseMarker.length))) return
    const settled = checked(text.replace(/\[[\d]{0,3}$/, ''), chunks)
    if (settled.length <= textSender) return
    tell(settled.slice(textSender))
    textSender = settled.length
  }
}
