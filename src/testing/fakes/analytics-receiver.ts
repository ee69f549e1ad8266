import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedItem {
  event?: string
  properties?: Record<string, unknown>
  $distinct_id?: string
  $set?: Record<string, unknown>
}

/** A server with Mixpanel's ingestion protocol: `/track` and `/engage`, as forms with a JSON list in `data`. */
export async function startAnalyticsReceiver() {
  const received: { path: string; origin: string | undefined; items: ReceivedItem[] }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const items = JSON.parse(form.get('data') ?? '[]') as ReceivedItem[]
      received.push({ path: request.url ?? '', origin: request.headers.origin, items })
      response.setHeader('access-control-allow-origin', '*').end('1')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    items: (path: string) => received.filter((one) => one.path === path).flatMap(({ items }) => items),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
