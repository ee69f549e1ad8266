import type { EndpointFailure } from '../endpoint/assistant-answer.ts'
import { cleanAnswer } from '../endpoint/endpoint-answer.ts'
import { EndpointError, maxAnswerTokens, type AssistantEndpoint } from '../endpoint/assistant-endpoint.ts'
import { askEndpoint, isUnanswered, estimateTextTokens } from '../endpoint/endpoint-limits.ts'
import { maxRecommendations, type Recommendation } from './recommend-from-facts.ts'
import { recommendationMessages } from './topics-prompt.ts'

export interface DescribedTopics {
  content_id: string
  text: string
}

/** Selection of the endpoint, with its cost. */
interface Said {
  topics: DescribedTopics[] | null
  failure: EndpointFailure | null
  tokens: number
}

export interface RecommendationPrompt {
  candidates: readonly Recommendation[]
  language: string
}

/** Maximum number of candidates, best first. */
export const maxCandidates = 8
/** Seconds to wait: a person looks at the page, which otherwise uses built-in texts. */
const longestSeconds = 8
const longestWords = 240

const promptTokens = ({ candidates, language }: RecommendationPrompt) =>
  recommendationMessages(candidates, language).reduce(
    (sum, { content }) => sum + estimateTextTokens(content),
    0,
  )

export const estimateRecommendationTokens = (choice: RecommendationPrompt) =>
  promptTokens(choice) + maxAnswerTokens

/**
 * Lets the endpoint order and describe the candidates. If one line names anything else, the whole response is
 * ignored.
 */
export async function wordRecommendations(
  endpoint: AssistantEndpoint,
  choice: RecommendationPrompt,
): Promise<Said> {
  const spent = promptTokens(choice)
  const timeoutSeconds = Math.min(endpoint.timeoutSeconds, longestSeconds)
  let text = ''
  try {
    const messages = recommendationMessages(choice.candidates, choice.language)
    const { tokens } = await askEndpoint({ ...endpoint, timeoutSeconds }, messages, (delta) => {
      text += delta
    })
    const topics = topicsIn(text, choice.candidates)
    return {
      topics,
      failure: topics ? null : 'invalid_response',
      tokens: tokens ?? spent + estimateTextTokens(text),
    }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    return {
      topics: null,
      failure: error.failure,
      tokens: isUnanswered(error) ? 0 : spent + estimateTextTokens(text),
    }
  }
}

const line = /^\[(\d{1,2})\] (.+)$/u

function topicsIn(text: string, candidates: readonly Recommendation[]): DescribedTopics[] | null {
  const lines = cleanAnswer(text)
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const topics = lines.map((one) => {
    const [, number, description = ''] = line.exec(one) ?? []
    const candidate = candidates[Number(number) - 1]
    return candidate && { content_id: candidate.content_id, text: description.trim().slice(0, longestWords) }
  })
  const described = topics.filter((topic) => topic !== undefined)
  const isWhole =
    described.length > 0 && described.length === topics.length && described.length <= maxRecommendations
  const isOnce = new Set(described.map(({ content_id }) => content_id)).size === described.length
  return isWhole && isOnce ? described : null
}
