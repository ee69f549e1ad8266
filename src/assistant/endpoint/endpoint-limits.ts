import { EndpointError, streamChat, type AssistantEndpoint } from './assistant-endpoint.ts'
import type { ChatMessage } from './prompt.ts'

/** An endpoint that hangs must not hold every request that there is. */
const maxAtOnce = 32
let running = 0

/** Puts it to the endpoint, unless too many wait for that one already. */
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

/** Four letters are about one token in Latin script, and fewer in others: rather too many than too few. */
export const estimateTextTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)

/** It has read nothing, so nothing is to be paid. */
export const isUnanswered = ({ failure }: EndpointError) => failure === 'unreachable' || failure === 'busy'
