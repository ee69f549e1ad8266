import { inHttpClientSpan } from '#platform/telemetry/http-client-span.ts'
import type { AssistantConfig } from '../config.ts'
import type { AssistantQuestion } from './assistant-answer.ts'
import type { ChatMessage } from './prompt.ts'

/** The endpoint gave no complete answer, with the reason. */
export class EndpointError extends Error {
  readonly failure: NonNullable<AssistantQuestion['failure']>

  constructor(failure: NonNullable<AssistantQuestion['failure']>, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

export type AssistantEndpoint = NonNullable<AssistantConfig['endpoint']>

/** Maximum number of tokens of an answer. */
export const maxAnswerTokens = 600
/** Maximum bytes of a response: many times the longest answer with its protocol. */
const maxBytes = 512 * 1024
/** Maximum seconds of silence before and within the answer. */
const quietSeconds = 12

/**
 * Requests a streamed chat completion and passes on its parts. Connects to the configured address only: a
 * redirect is an error. Offers no tools. Returns the number of tokens if the endpoint reports it.
 */
export async function streamChat(
  endpoint: AssistantEndpoint,
  messages: ChatMessage[],
  onPiece: (text: string) => void,
): Promise<{ tokens: number | null }> {
  const timeout = new AbortController()
  const end = setTimeout(() => timeout.abort(), endpoint.timeoutSeconds * 1000)
  let quiet = setTimeout(() => timeout.abort(), quietSeconds * 1000)
  try {
    const response = await requestChat(endpoint, messages, timeout.signal)
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      throw new EndpointError('refused')
    }
    const isDocument = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const reader = createReader(onPiece, isDocument)
    let bytes = 0
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      clearTimeout(quiet)
      quiet = setTimeout(() => timeout.abort(), quietSeconds * 1000)
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new EndpointError('invalid_response')
      reader.read(chunk)
      if (reader.isDone()) break
    }
    return reader.finish()
  } catch (error) {
    if (error instanceof EndpointError) throw error
    if (timeout.signal.aborted) throw new EndpointError('timeout', { cause: error })
    throw new EndpointError(isBegun(error) ? 'truncated' : 'unreachable', { cause: error })
  } finally {
    clearTimeout(end)
    clearTimeout(quiet)
    timeout.abort()
  }
}

const requestChat = (
  { url, key, model }: AssistantEndpoint,
  messages: ChatMessage[],
  signal: AbortSignal,
): Promise<Response> =>
  inHttpClientSpan('POST', new URL(url), (traceHeaders) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...traceHeaders,
      },
      body: JSON.stringify({ model, messages, stream: true, temperature: 0, max_tokens: maxAnswerTokens }),
    }),
  )

/** Fetch throws one kind of error before the response, and another during it. */
const isBegun = (error: unknown) => error instanceof TypeError && error.message === 'terminated'

interface Completion {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: unknown }[]
  usage?: { total_tokens?: unknown } | null
}

/** Parses server-sent events (data lines only), or one JSON document if the endpoint does not stream. */
function createReader(onPiece: (text: string) => void, isDocument: boolean) {
  const decoder = new TextDecoder()
  let rest = ''
  let isEnded = false
  let isFinished = false
  let isAnswer = false
  let tokens: number | null = null

  function take({ choices, usage }: Completion) {
    isAnswer = true
    const choice = choices?.[0]
    const content = choice?.delta?.content ?? choice?.message?.content
    if (typeof content === 'string' && content !== '') onPiece(content)
    if (typeof choice?.finish_reason === 'string') isFinished = true
    if (typeof usage?.total_tokens === 'number' && usage.total_tokens >= 0)
      tokens = Math.min(1_000_000, Math.ceil(usage.total_tokens))
  }

  function line(text: string) {
    if (!text.startsWith('data:')) return
    const data = text.slice('data:'.length).trim()
    if (data === '[DONE]') isEnded = true
    else if (data !== '') take(parsed(data))
  }

  return {
    isDone: () => isEnded,
    read(chunk: Uint8Array) {
      rest += decoder.decode(chunk, { stream: true })
      if (isDocument) return
      const lines = rest.split(/\r?\n/)
      rest = lines.pop() ?? ''
      lines.forEach(line)
    },
    finish() {
      if (isDocument) take(parsed(rest))
      else line(rest)
      if (isEnded || isFinished) return { tokens }
      throw new EndpointError(isAnswer ? 'truncated' : 'invalid_response')
    },
  }
}

function parsed(text: string): Completion {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !('error' in value)) return value as Completion
  } catch {
    // Falls through: invalid JSON is not an answer.
  }
  throw new EndpointError('invalid_response')
}
