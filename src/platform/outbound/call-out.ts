import {
  Agent as PlainAgent,
  type ClientRequestArgs,
  type IncomingMessage,
  request as plain,
} from 'node:http'
import { Agent, request as secure } from 'node:https'
import type { LookupAddress } from 'node:dns'
import {
  resolvePublicAddresses,
  validateOutboundUrl,
  unbracketedHost,
  resolveWithSystem,
  type OutboundOptions,
  type ResolveHost,
} from './checked-address.ts'
import { OutboundError } from './outbound-error.ts'
import { inHttpClientSpan } from '../telemetry/http-client-span.ts'

export interface OutboundRequest extends OutboundOptions {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Redirects that a GET may follow, each checked like the first address: 0 to 3. */
  redirects?: number
  /** Maximum bytes of the response. */
  answerLimit?: number
  /** `cut` truncates a longer response, `refuse` fails with `answer_too_large`. */
  beyondLimit?: 'cut' | 'refuse'
  /** Milliseconds for the whole call, including the DNS lookup. */
  timeoutMs?: number
  /** DNS lookup; default: the system's. */
  resolve?: ResolveHost
}

export interface OutboundResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** Whether the response was truncated. */
  isTruncated: boolean
}

const maxRedirects = 3
const usualLimit = 5 * 1024 * 1024
const usualPatience = 5_000

/**
 * Calls a server that another person named: https, all addresses of the name public, and the connection uses a
 * checked address. No cookies, credentials or proxy of the environment. Throws `OutboundError`. Use this for all
 * such calls.
 */
export async function sendOutbound(request: OutboundRequest): Promise<OutboundResponse> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? usualPatience)
  const follows = request.method === 'GET' ? Math.min(request.redirects ?? 0, maxRedirects) : 0
  let address = request.url
  for (let hop = 0; ; hop++) {
    const url = validateOutboundUrl(address, request)
    const resolve = request.resolve ?? resolveWithSystem
    const addresses = await orLate(resolvePublicAddresses(url, resolve, request), deadline)
    const answer = await send({ request, url, addresses, deadline })
    const next = nextAddress(answer, url)
    if (follows === 0 || !next) return answer
    if (hop === follows) throw new OutboundError('too_many_redirects')
    address = next
  }
}

function nextAddress({ status, headers }: OutboundResponse, from: URL) {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null
  if (!URL.canParse(headers.location, from)) throw new OutboundError('address_invalid')
  return new URL(headers.location, from).href
}

function orLate<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new OutboundError('timeout'))
  if (deadline.aborted) stop()
  deadline.addEventListener('abort', stop, { once: true })
  return Promise.race([work, late])
}

interface Sending {
  request: OutboundRequest
  url: URL
  addresses: LookupAddress[]
  deadline: AbortSignal
}

function send({ request, url, addresses, deadline }: Sending): Promise<OutboundResponse> {
  return inHttpClientSpan(request.method, url, async (traceHeaders) => {
    try {
      const headers = { ...request.headers, ...traceHeaders }
      return await read(
        request,
        await answerTo({ request: { ...request, headers }, url, addresses, deadline }),
      )
    } catch (error) {
      throw meaningOf(error, deadline)
    }
  })
}

function answerTo({ request, url, addresses, deadline }: Sending): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const body = request.body === undefined ? undefined : Buffer.from(request.body)
  const options: ClientRequestArgs = {
    method: request.method,
    hostname: unbracketedHost(url),
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...request.headers, host: url.host, ...(body && { 'content-length': body.length }) },
    // A separate agent: the shared one may use a proxy of the environment, or an old connection.
    agent: isSecure ? new Agent({ keepAlive: false }) : new PlainAgent({ keepAlive: false }),
    // The name is not resolved again: the connection uses the checked address.
    lookup: (_name, { all }, answer) =>
      all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family),
    signal: deadline,
  }
  return new Promise((answered, failed) => {
    const call = (isSecure ? secure : plain)(options, answered)
    call.on('error', failed)
    call.end(body)
  })
}

async function read(
  { answerLimit = usualLimit, beyondLimit = 'refuse' }: OutboundRequest,
  from: IncomingMessage,
) {
  const chunks: Buffer[] = []
  let size = 0
  let isTruncated = false
  for await (const chunk of from as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    isTruncated = size > answerLimit
    if (isTruncated && beyondLimit === 'refuse') throw new OutboundError('answer_too_large')
    if (isTruncated) break
  }
  // Leaving the loop early closes the connection.
  const body = Buffer.concat(chunks).subarray(0, answerLimit)
  return { status: from.statusCode ?? 0, headers: from.headers, body, isTruncated }
}

function meaningOf(error: unknown, deadline: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error
  if (deadline.aborted) return new OutboundError('timeout', error)
  const code = String((error as { code?: string }).code ?? '')
  const isTls = /CERT|^ERR_TLS|^EPROTO|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
  return new OutboundError(isTls ? 'tls_failed' : 'connection_failed', error)
}
