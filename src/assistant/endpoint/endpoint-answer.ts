import type { Tell } from '#platform/http/streamed-answer.ts'
import type { Asked } from './answer.ts'
import { EndpointFault, longestAnswer, type Endpoint } from './endpoint.ts'
import { askEndpoint, isUnheard, tokensOf } from './endpoint-limits.ts'
import { messagesFor, notInCourse } from './prompt.ts'
import type { Ranked } from '../words/rank-chunks.ts'

/** What the endpoint has made of it, and what that has cost. */
interface Said {
  /** null: it found no answer in the passages. */
  text: string | null
  cited: number[]
  fault: Asked['fault']
  tokens: number
}

const promptTokens = (question: string, passages: readonly Ranked[]) =>
  messagesFor(question, passages).reduce((sum, { content }) => sum + tokensOf(content), 0)

export const tokensNeeded = (question: string, passages: readonly Ranked[]) =>
  promptTokens(question, passages) + longestAnswer

interface Put {
  question: string
  passages: readonly Ranked[]
}

export async function answerOfEndpoint(
  endpoint: Endpoint,
  { question, passages }: Put,
  tell: Tell,
): Promise<Said> {
  const failed = (fault: Asked['fault'], tokens: number): Said => ({ text: null, cited: [], fault, tokens })
  const spent = promptTokens(question, passages)
  let text = ''
  try {
    const told = teller(passages.length, tell)
    const { tokens } = await askEndpoint(endpoint, messagesFor(question, passages), (piece) => {
      text += piece
      told(text)
    })
    const total = tokens ?? spent + tokensOf(text)
    if (text.trim().startsWith(notInCourse)) return { text: null, cited: [], fault: null, tokens: total }
    const clean = tidied(checked(text, passages.length))
    const cited = [...new Set(numbersIn(clean))]
    return cited.length > 0 ? { text: clean, cited, fault: null, tokens: total } : failed('uncited', total)
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    return failed(error.fault, isUnheard(error) ? 0 : spent + tokensOf(text))
  }
}

const reference = /\[(\d{1,3})\]/g
const numbersIn = (text: string) => Array.from(text.matchAll(reference), ([, number]) => Number(number))

/** Without references to passages that were not there. */
const checked = (text: string, passages: number) =>
  text.replace(reference, (whole, number: string) =>
    Number(number) >= 1 && Number(number) <= passages ? whole : '',
  )

/** Text is all that it is: what steers a terminal or turns the direction of a page is taken out. */
export const tidied = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) =>
      sign === '\n' || sign === '\u200d' || sign === '\u200c' ? sign : '',
    )
    .replace(/[ \t]+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Hands on what is settled of the text: no half of a reference, and nothing while it may be that there is no answer. */
function teller(passages: number, tell: Tell) {
  let told = 0
  return (text: string) => {
    const begun = text.trimStart()
    if (notInCourse.startsWith(begun.slice(0, notInCourse.length))) return
    const settled = checked(text.replace(/\[[\d]{0,3}$/, ''), passages)
    if (settled.length <= told) return
    tell(settled.slice(told))
    told = settled.length
  }
}
