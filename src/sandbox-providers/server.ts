import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from './core/account.ts'
import { showCheckout, submitCheckout } from './core/checkout-page.ts'
import type { PageReply } from './core/wire.ts'
import { missingPage } from './core/page-markup.ts'
import { answerApiRequest, type Provider } from './api-requests.ts'
import { answerControlRequest } from './control-requests.ts'

const maxBodyBytes = 1024 * 1024

export interface ServerOptions {
  port: number
  providers: readonly Provider[]
}

export interface SandboxServer {
  /** Without a slash at its end. */
  address: string
  port: number
  /** How many requests arrived so far. */
  readonly requestCount: number
  close(): Promise<void>
}

/** Serves the APIs, the hosted pages and the control interface, on the loopback address only. */
export async function startServer({ port, providers }: ServerOptions): Promise<SandboxServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  let address = ''
  let requestCount = 0
  async function answer(request: IncomingMessage, response: ServerResponse) {
    // Another name could lead a browser here from a foreign page (DNS rebinding).
    if (!isLoopbackHost(request.headers.host)) return void response.writeHead(403).end()
    requestCount += 1
    const text = await readBody(request)
    const url = new URL(request.url ?? '/', address)
    if (/^\/(?:checkout|billing)\//.test(url.pathname))
      return answerPage({ providers, request, response, url, text })
    if (url.pathname.startsWith('/control/'))
      return answerControlRequest({ providers, request, response, path: url.pathname, text })
    return answerApiRequest({ providers, request, response, url, text, address })
  }
  // A saved port may be taken by another program by now.
  await listen(server, port).catch(() => listen(server, 0))
  const listening = server.address() as AddressInfo
  address = `http://127.0.0.1:${listening.port}`
  return {
    address,
    port: listening.port,
    get requestCount() {
      return requestCount
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

const isLoopbackHost = (host: string | undefined) => /^(127\.0\.0\.1|localhost)(:[0-9]+)?$/.test(host ?? '')

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new RangeError('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface PageRequest {
  providers: readonly Provider[]
  request: IncomingMessage
  response: ServerResponse
  url: URL
  text: string
}

/** `/checkout/PROVIDER/ID` and `/billing/PROVIDER/…`: GET shows the page, POST is a choice of the buyer. */
function answerPage({ providers, request, response, url, text }: PageRequest) {
  const [, kind, name, ...parts] = url.pathname.split('/')
  const accounts = providers.find(({ wire }) => wire.name === name)?.accounts ?? []
  const form = request.method === 'POST' ? new URLSearchParams(text) : null
  const reply =
    kind === 'checkout' ? checkoutReply(accounts, parts[0] ?? '', form) : billingReply(accounts, parts, form)
  if (reply && 'location' in reply) return void response.writeHead(303, { location: reply.location }).end()
  response.writeHead(reply ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  response.end(reply ? reply.html : missingPage())
}

function checkoutReply(
  accounts: readonly Account[],
  id: string,
  form: URLSearchParams | null,
): PageReply | null {
  const account = accounts.find(({ store }) => store.checkouts.has(id))
  const checkout = account?.store.checkouts.get(id)
  if (!account || !checkout) return null
  return form === null ? showCheckout(account, checkout) : submitCheckout(account, checkout, form)
}

function billingReply(
  accounts: readonly Account[],
  parts: readonly string[],
  form: URLSearchParams | null,
): PageReply | null {
  for (const account of accounts) {
    const reply = account.wire.billingPage?.(account, parts, form)
    if (reply) return reply
  }
  return null
}
