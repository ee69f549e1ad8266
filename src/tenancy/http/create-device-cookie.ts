import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie } from '#platform/client/session/cookies.ts'
import type { Config } from '#platform/config/config.ts'
import type { DeviceCookie } from '../context/request-context.ts'

const name = 'device'
const seconds = 400 * 86_400

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
