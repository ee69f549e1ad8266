import type { FastifyRequest } from 'fastify'

/** The session token of a request, from `x-access-token` or as a bearer token (RFC 6750); undefined for none. */
export function accessTokenFrom({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-access-token']
  if (typeof header === 'string' && header) return header
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')
  return bearer?.[1]
}
