import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedReport {
  headers: IncomingHttpHeaders
  /** As received. */
  raw: string
  header: Record<string, unknown>
  // eslint-disable-next-line typescript/no-explicit-any -- tests read events of every form
  items: { type: string; payload: any }[]
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

/**
 * A service that accepts Sentry envelopes at `/api/<project>/envelope/` with the key of the DSN, and refuses
 * everything else, like the real one.
 */
export async function startErrorReceiver() {
  const reports: ReceivedReport[] = []
  const refused: string[] = []
  const state: { answer: Answer } = { answer: { status: 200 } }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isAuthorized = String(request.headers['x-sentry-auth']).includes('sentry_key=publickey')
      if (request.method !== 'POST' || request.url !== '/errors/api/42/envelope/' || !isAuthorized) {
        refused.push(`${request.method} ${request.url}`)
        return response.writeHead(403).end()
      }
      const body = Buffer.concat(chunks)
      reports.push({ headers: request.headers, raw: body.toString(), ...opened(body) })
      return response.writeHead(state.answer.status, state.answer.headers).end('{}')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/errors/42`,
    reports,
    refused,
    answer(next: Answer) {
      state.answer = next
    },
    /** Payloads of one type, in order of arrival. */
    items: (type: string) =>
      reports.flatMap(({ items }) =>
        items.filter((item) => item.type === type).map(({ payload }) => payload),
      ),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** A header line, then for each item a header line with its length, the payload and a line end. */
function opened(body: Buffer) {
  let at = 0
  const line = () => {
    const end = body.indexOf(10, at)
    const text = body.toString('utf8', at, end)
    at = end + 1
    return JSON.parse(text) as Record<string, unknown>
  }
  const header = line()
  const items: ReceivedReport['items'] = []
  while (at < body.length) {
    const { type, length } = line()
    const payload = body.toString('utf8', at, at + Number(length))
    at += Number(length) + 1
    items.push({ type: String(type), payload: type === 'replay_recording' ? payload : JSON.parse(payload) })
  }
  return { header, items }
}
