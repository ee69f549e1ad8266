import { transferLimits, type FileQuestion } from '#lib/question-formats/index.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { createQuestions } from '../../contract.ts'

/** Questions of a file on their way to a bank. */
export interface Sending {
  bank_id: string
  /** Questions that are not stored yet. */
  rest: FileQuestion[]
  created: number
  /** Names of questions that the server refused. */
  refused: string[]
  /** Key of the request with the first questions of the rest: sent again, it creates nothing twice. */
  idempotencyKey: string
}

export const newSending = (bank_id: string, questions: readonly FileQuestion[]): Sending => ({
  bank_id,
  rest: [...questions],
  created: 0,
  refused: [],
  idempotencyKey: crypto.randomUUID(),
})

const bytesOf = (question: FileQuestion) => new TextEncoder().encode(JSON.stringify(question)).length + 1

/** Number of the first questions that fit into one request. */
export function nextPartLength(questions: readonly FileQuestion[]) {
  let bytes = 2
  let length = 0
  for (const question of questions.slice(0, transferLimits.questions)) {
    bytes += bytesOf(question)
    if (length > 0 && bytes > transferLimits.bytes) break
    length += 1
  }
  return length
}

/**
 * Sends the next questions, and returns what remains. Questions that the server finds invalid are left out. Throws an
 * `ApiError`; the same `sending` can then be sent again.
 */
export async function sendPart(sending: Sending): Promise<Sending> {
  const { bank_id, rest, idempotencyKey } = sending
  const length = nextPartLength(rest)
  const next = { ...sending, idempotencyKey: crypto.randomUUID() }
  try {
    await api(createQuestions, { bank_id, questions: rest.slice(0, length) }, { idempotencyKey })
    return { ...next, rest: rest.slice(length), created: sending.created + length }
  } catch (error) {
    const invalid = invalidIndexes(error, length)
    if (invalid.size === 0) throw error
    return {
      ...next,
      rest: rest.filter((_, at) => !invalid.has(at)),
      refused: [...sending.refused, ...[...invalid].map((at) => rest[at]!.name || rest[at]!.body.text)],
    }
  }
}

/** Questions of a request that the server names as invalid. */
function invalidIndexes(error: unknown, length: number) {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return new Set<number>()
  const indexes = error.errors.map(({ path }) => Number(/^questions\.(\d+)\b/.exec(path)?.[1] ?? -1))
  return new Set(indexes.filter((at) => at >= 0 && at < length))
}
