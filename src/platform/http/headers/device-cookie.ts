import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie } from '../../client/session/cookies.ts'
import type { Config } from '../../config/config.ts'

const name = 'known_device'
const seconds = 400 * 86_400

/** Identifies a browser, without granting access. Scripts cannot read it. */
export interface DeviceCookie {
  /** Value of the request; null if absent. */
  value: string | null
  set(value: string): void
}

/**
 * Creates the cookie that identifies a browser: for this host only (`__Host-` over https), unreadable by scripts,
 * without a session.
 */
export function createDeviceCookie(
  { publicProtocol }: Pick<Config, 'publicProtocol'>,
  request: FastifyRequest,
  reply: FastifyReply,
): DeviceCookie {
  const isSecure = publicProtocol === 'https'
  const cookie = isSecure ? `__Host-${name}` : name
  return {
    value: parseCookie(request.headers.cookie ?? '', cookie),
    set: (value) => {
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      reply.header('set-cookie', `${cookie}=${value}; ${attributes}`)
    },
  }
}
