import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie } from '../../client/session/cookies.ts'
import type { Config } from '../../config/config.ts'

const name = 'device'
const seconds = 400 * 86_400

/** Names a browser, opens nothing. Scripts cannot read it. */
export interface DeviceCookie {
  /** As it was sent; null for none. */
  given: string | null
  keep(value: string): void
}

/**
 * The cookie by which a browser is recognised. Only this host gets it (`__Host-` over https), no script reads it, and it
 * carries no session.
 */
export function createDeviceCookie(
  { publicProtocol }: Pick<Config, 'publicProtocol'>,
  request: FastifyRequest,
  reply: FastifyReply,
): DeviceCookie {
  const isSecure = publicProtocol === 'https'
  const cookie = isSecure ? `__Host-${name}` : name
  return {
    given: parseCookie(request.headers.cookie ?? '', cookie),
    keep: (value) => {
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      reply.header('set-cookie', `${cookie}=${value}; ${attributes}`)
    },
  }
}
