import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'

interface Upstream {
  origin: string
  ready: boolean
}

/**
 * A minimal reverse proxy: keeps connections, checks the readiness of each process ten times per second, and
 * balances requests over ready ones. Repeats nothing: a broken request is answered with 502.
 */
export async function openProxy() {
  let upstreams: Upstream[] = []
  let turn = 0
  let closed = false
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    const ready = upstreams.filter((upstream) => upstream.ready)
    const chosen = ready[turn++ % ready.length]
    if (chosen) pass(incoming, outgoing, { agent, origin: chosen.origin })
    else outgoing.writeHead(502).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function look(upstream: Upstream) {
    while (!closed && upstreams.includes(upstream)) {
      upstream.ready = (await isReady(upstream.origin)) ?? upstream.ready
      await sleep(100)
    }
  }

  return {
    name: 'a proxy of our own',
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the checked `origins`; others get no new requests. */
    serve(origins: string[]) {
      const before = upstreams
      upstreams = origins.map(
        (origin) => before.find((existing) => existing.origin === origin) ?? { origin, ready: false },
      )
      for (const upstream of upstreams) if (!before.includes(upstream)) void look(upstream)
    },
    ready: () => upstreams.filter(({ ready }) => ready).length,
    close() {
      closed = true
      agent.destroy()
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { agent, origin }: { agent: Agent; origin: string },
) {
  const { method, url, headers, socket } = incoming
  const { connection: _connection, ...passed } = headers
  const onward = request(`${origin}${url}`, {
    method,
    agent,
    headers: { ...passed, 'x-forwarded-for': headers['x-forwarded-for'] ?? socket.remoteAddress },
  })
  onward.on('response', (answer) => {
    const { connection: _own, 'keep-alive': _keepAlive, ...sent } = answer.headers
    outgoing.writeHead(answer.statusCode!, sent)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  onward.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(String(error))
  })
  incoming.pipe(onward)
}

/** Null without a timely response, which means nothing on a busy machine. */
function isReady(origin: string) {
  return new Promise<boolean | null>((done) => {
    const healthRequest = request(`${origin}/health/ready`, { timeout: 2_000 }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    healthRequest.on('timeout', () => {
      done(null)
      healthRequest.destroy()
    })
    healthRequest.on('error', () => done(false))
    healthRequest.end()
  })
}
