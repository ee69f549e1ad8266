import { getTracer, inSpan } from './spans.ts'

/**
 * Runs an HTTP call in a client span until its headers arrive. `call` must add the given headers: `traceparent`
 * for our own hosts, none for others. Path and query are not recorded, because they may contain keys.
 */
export function inHttpClientSpan<T extends { status: number }>(
  method: string,
  url: URL,
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const options = () => ({
    name: method,
    kind: 'client' as const,
    attributes: {
      'http.request.method': method,
      'url.scheme': url.protocol.slice(0, -1),
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    },
  })
  return inSpan(options, async (span) => {
    if (!span) return call({})
    const isOwn = getTracer()?.isOwnHost(url.hostname) ?? false
    const response = await call(isOwn ? { traceparent: span.traceparent } : {})
    span.setAttributes({ 'http.response.status_code': response.status })
    if (response.status >= 400) span.fail(String(response.status))
    return response
  })
}
