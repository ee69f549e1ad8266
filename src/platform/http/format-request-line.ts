import type { IncomingHttpHeaders } from 'node:http'

interface RequestFacts {
  method: string
  url: string
  /** Without port. */
  host: string
  headers: IncomingHttpHeaders
  /** What the product adds, such as the tenant. */
  labels?: Record<string, string | undefined>
  status: number
  ms: number
}

/** The logged fields of a request. */
export function formatRequestLine({ method, url, host, headers, labels, status, ms }: RequestFacts) {
  return {
    method,
    url: redactQuery(url),
    host,
    ...labels,
    source: headers['x-request-source'],
    status,
    ms: Math.round(ms * 10) / 10,
  }
}

const secret = /token|code|secret|password|sig|email|state|challenge|sign_in|redirect/i
/** Readable values: an id, a number, a word. Keys are longer. */
const harmless = /^(?:.{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Redacts tokens in addresses, whatever their names. */
export function redactQuery(url: string) {
  const start = url.indexOf('?')
  if (start === -1) return url
  const parts = url.slice(start + 1).split('&')
  return `${url.slice(0, start)}?${parts.map(withoutSecret).join('&')}`
}

function withoutSecret(part: string) {
  const at = part.indexOf('=')
  const name = at === -1 ? '' : part.slice(0, at)
  const hidden = secret.test(decoded(name)) || !harmless.test(part.slice(at + 1))
  return hidden ? `${name.slice(0, 40)}=…` : part
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return 'an unreadable name may be that of a token'
  }
}
