import { createHmac, randomBytes } from 'node:crypto'

/** A new signing secret in the format of Standard Webhooks: 256 random bits. */
export const generateSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Value of `webhook-signature`: one signature per valid secret, so that deliveries verify during a rotation. */
export function signPayload(secrets: string[], { id, timestamp, body }: Signed) {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
