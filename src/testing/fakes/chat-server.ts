import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatRequest {
  headers: IncomingMessage['headers']
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] } & Record<
    string,
    unknown
  >
}

export type ChatReply = (response: ServerResponse, request: ChatRequest) => void | Promise<void>

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
export const chatChunk = (content: string) => event({ choices: [{ index: 0, delta: { content } }] })
export const chatEnd = `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { total_tokens: 321 } })}data: [DONE]\n\n`

/** Streams these parts like a model. */
export const chatReplyOf =
  (...deltas: string[]): ChatReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ choices: [{ index: 0, delta: { role: 'assistant' } }] }))
    for (const delta of deltas) response.write(chatChunk(delta))
    response.end(chatEnd)
  }

/** A real server with the OpenAI chat protocol; `reply` changes its responses from then on. */
export async function startChatServer() {
  const requests: ChatRequest[] = []
  let answer: ChatReply = chatReplyOf('Nothing')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest['body'],
      }
      requests.push(got)
      void answer(response, got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    requests,
    reply(next: ChatReply) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
