import type { FastifyRequest } from 'fastify'

/** Session token of a request, from `x-access-token` or as bearer token (RFC 6750); undefined if absent. */
export function accessTokenFrom({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-access-token']
  if (typeof header === 'string' && header) return header
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')
  return bearer?.[1]
}
