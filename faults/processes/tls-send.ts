import { request, Agent } from 'node:https'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { readResponse, requestHeaders, type HttpResponse, type HttpRequest } from './send.ts'

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
        headers: requestHeaders(`${host}:${port}`, headers, payload),
      },
      (answer) => {
        const certificate = (answer.socket as TLSSocket).getPeerCertificate()
        readResponse(answer, (response) => done({ ...response, certificate }), fail)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', fail)
    sent.end(payload)
  })
}
