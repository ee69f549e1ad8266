import type { IncomingHttpHeaders } from 'node:http'

interface RequestFacts {
  method: string
  url: string
  /** Without its port. */
  host: string
  headers: IncomingHttpHeaders
  school_id: string | undefined
  status: number
  ms: number
}

/** What the log keeps of one request. */
export function formatRequestLine({ method, url, host, headers, school_id, status, ms }: RequestFacts) {
  return {
    method,
    url: redactQuery(url),
    host,
    school_id,
    source: headers['x-request-source'],
    status,
    ms: Math.round(ms * 10) / 10,
  }
}

const secret = /token|code|secret|password|sig|email|state|challenge|sign_in|redirect/i
/** What a person or a program reads at a glance: an id, a number, a word. Keys are longer. */
const harmless = /^(?:.{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Tokens that travel in addresses stay out of the log, however their names are written. */
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
