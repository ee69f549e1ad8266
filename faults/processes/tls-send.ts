import { request, Agent } from 'node:https'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { hasClientHeaders, webClientHeaders } from '#testing/harness/web-client.ts'
import type { HttpResponse, HttpRequest } from './send.ts'

/**
 * Sends one request over TLS to a port on loopback, for the named host; rejects if its certificate is invalid.
 */
export function sendOverTls(
  { port, root }: { port: number; root: string },
  { method = 'GET', host, path, headers, body }: HttpRequest,
): Promise<HttpResponse & { certificate: PeerCertificate }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        servername: host,
        ca: root,
        agent: new Agent({ keepAlive: false }),
        method,
        path,
        timeout: 30_000,
        headers: {
          host: `${host}:${port}`,
          'x-request-source': 'web',
          ...(!hasClientHeaders(headers) && webClientHeaders),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        const certificate = (answer.socket as TLSSocket).getPeerCertificate()
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () =>
          done({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
            certificate,
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', fail)
    sent.end(payload)
  })
}
