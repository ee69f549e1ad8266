import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { toApiRequest } from '#platform/client/api/client.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { hasClientHeaders, webClientHeaders } from '#testing/harness/web-client.ts'

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT'
  /** The school's host; `origin` decides where the request goes. */
  host: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const secureAgent = new SecureAgent({ keepAlive: true, maxSockets: 200 })
const roots = new Map<string, string>()

/** Trusts this certificate for requests to `origin` over TLS. */
export const trustCertificate = (origin: string, root: string) => void roots.set(origin, root)

/** Sends one request to a process or proxy on loopback; rejects without a complete response. */
export function send(
  origin: string,
  { method = 'GET', host, path, headers, body }: HttpRequest,
): Promise<HttpResponse> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((done, fail) => {
    const root = roots.get(origin)
    const ask = root ? requestSecurely : request
    const sent = ask(
      `${origin}${path}`,
      {
        method,
        agent: root ? secureAgent : agent,
        ...(root && { ca: root, servername: host }),
        timeout: 30_000,
        headers: requestHeaders(host, headers, payload),
      },
      (answer) => readResponse(answer, done, fail),
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', fail)
    sent.end(payload)
  })
}

/** The headers of a web client, with those of the request. */
export const requestHeaders = (
  host: string,
  headers: HttpRequest['headers'],
  payload: string | undefined,
) => ({
  host,
  'x-request-source': 'web',
  ...(!hasClientHeaders(headers) && webClientHeaders),
  ...(payload !== undefined && { 'content-type': 'application/json' }),
  ...headers,
})

/** Hands the whole response to `done`, or the error that ended it early to `fail`. */
export function readResponse(
  answer: IncomingMessage,
  done: (response: HttpResponse) => void,
  fail: (error: Error) => void,
) {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('error', fail)
  answer.on('end', () =>
    done({
      status: answer.statusCode!,
      headers: answer.headers,
      text: Buffer.concat(chunks).toString(),
    }),
  )
}

/** Calls a route of a contract like its client, and returns any response. */
export function call<R extends Route>(
  { origin, host, token }: { origin: string; host: string; token?: string },
  contract: R,
  { headers, ...input }: Input<R> & { headers?: Record<string, string> },
): Promise<HttpResponse> {
  const request = toApiRequest(contract, input)
  return send(origin, {
    method: request.method as 'GET',
    host,
    path: request.path,
    headers: { ...(token && { 'x-access-token': token }), ...headers },
    ...(request.body !== undefined && { body: JSON.parse(request.body) as unknown }),
  })
}
