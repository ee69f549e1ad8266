import { EndpointError, streamChat, type AssistantEndpoint } from './assistant-endpoint.ts'
import type { ChatMessage } from './prompt.ts'

/** Limits concurrent calls, so that a hanging endpoint does not block all requests. */
const maxAtOnce = 32
let running = 0

/** Calls the endpoint, unless too many calls are running. */
export async function askEndpoint(
  endpoint: AssistantEndpoint,
  messages: ChatMessage[],
  onPiece: (text: string) => void,
): Promise<{ tokens: number | null }> {
  if (running >= maxAtOnce) throw new EndpointError('busy')
  running += 1
  try {
    return await streamChat(endpoint, messages, onPiece)
  } finally {
    running -= 1
  }
}

/** Estimate: four bytes per token in Latin script, fewer in others; rather too many than too few. */
export const estimateTextTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)

/** The endpoint did not process the request, so no tokens were used. */
export const isUnanswered = ({ failure }: EndpointError) => failure === 'unreachable' || failure === 'busy'
