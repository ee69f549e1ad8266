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
export function requestLine({ method, url, host, headers, school_id, status, ms }: RequestFacts) {
  return {
    method,
    url: withoutSecrets(url),
    host,
    school_id,
    source: headers['x-request-source'],
    status,
    ms: Math.round(ms * 10) / 10,
  }
}

/** Tokens that travel in addresses stay out of the log. */
export const withoutSecrets = (url: string) =>
  url.replace(/([?&](?:user_token|token|sig|signature)=)[^&#]*/g, '$1…')
