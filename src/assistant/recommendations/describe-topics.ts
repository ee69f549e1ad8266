import type { Fault } from '../endpoint/answer.ts'
import { tidied } from '../endpoint/endpoint-answer.ts'
import { EndpointFault, longestAnswer, type Endpoint } from '../endpoint/endpoint.ts'
import { askEndpoint, isUnheard, tokensOf } from '../endpoint/endpoint-limits.ts'
import { mostRecommended, type Recommendation } from './recommend.ts'
import { messagesForTopics } from './topics-prompt.ts'

export interface Worded {
  content_id: string
  words: string
}

/** What the endpoint has chosen, and what that has cost. */
interface Said {
  topics: Worded[] | null
  fault: Fault | null
  tokens: number
}

export interface Choice {
  candidates: readonly Recommendation[]
  language: string
}

/** More are not read through: the best come first. */
export const mostCandidates = 8
/** Somebody looks at the page meanwhile; without words in time there are those of this product. */
const longestSeconds = 8
const longestWords = 240

const promptTokens = ({ candidates, language }: Choice) =>
  messagesForTopics(candidates, language).reduce((sum, { content }) => sum + tokensOf(content), 0)

export const tokensForTopics = (choice: Choice) => promptTokens(choice) + longestAnswer

/** Lets the endpoint rank and word the candidates. One line that names anything else, and none of it is used. */
export async function wordTopics(endpoint: Endpoint, choice: Choice): Promise<Said> {
  const spent = promptTokens(choice)
  const seconds = Math.min(endpoint.seconds, longestSeconds)
  let text = ''
  try {
    const messages = messagesForTopics(choice.candidates, choice.language)
    const { tokens } = await askEndpoint({ ...endpoint, seconds }, messages, (piece) => {
      text += piece
    })
    const topics = topicsIn(text, choice.candidates)
    return { topics, fault: topics ? null : 'garbled', tokens: tokens ?? spent + tokensOf(text) }
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    return { topics: null, fault: error.fault, tokens: isUnheard(error) ? 0 : spent + tokensOf(text) }
  }
}

const line = /^\[(\d{1,2})\] (.+)$/u

function topicsIn(text: string, candidates: readonly Recommendation[]): Worded[] | null {
  const lines = tidied(text)
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const topics = lines.map((one) => {
    const [, number, words = ''] = line.exec(one) ?? []
    const candidate = candidates[Number(number) - 1]
    return candidate && { content_id: candidate.content_id, words: words.trim().slice(0, longestWords) }
  })
  const known = topics.filter((topic) => topic !== undefined)
  const isWhole = known.length > 0 && known.length === topics.length && known.length <= mostRecommended
  const isOnce = new Set(known.map(({ content_id }) => content_id)).size === known.length
  return isWhole && isOnce ? known : null
}
