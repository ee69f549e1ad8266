import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  id: string
  headers: IncomingHttpHeaders
  /** As received. */
  raw: string
  // eslint-disable-next-line typescript/no-explicit-any -- tests read events of every form
  body: any
  path: string
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => unknown

/** A real server that stores what it receives; `answer` changes its response, which is otherwise 200. */
export async function startWebhookReceiver(
  answer: Answer = (_received, response) => response.end('thank you'),
) {
  const received: ReceivedWebhook[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const id = String(request.headers['webhook-id'])
      const one = { id, headers: request.headers, raw, body: JSON.parse(raw), path: request.url ?? '' }
      received.push(one)
      state.answer(one, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(next: Answer) {
      state.answer = next
    },
    /** Event types in order of arrival. */
    types: () => received.map(({ body }) => body.type as string),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** Whether one of the signatures is valid for this secret, verified like a receiver. */
export function hasValidSignature(secret: string, { headers, raw }: ReceivedWebhook) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
