import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Allowed clock difference in steps, in both directions. */
const drift = 1

/** 160 random bits in base32, as people type them into their app. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32

/** The 30-second step of a time, counted from 1970. */
export const totpStepAt = (now: Date) => TOTP.counter({ period: parameters.period, timestamp: now.getTime() })

/** The code of one step. */
export const totpCode = (secret: string, step: number) =>
  HOTP.generate({ ...parameters, secret: Secret.fromBase32(secret), counter: step })

/**
 * Step of a code, with one step of tolerance; null if it matches none. Compares all of them in constant time; the
 * library's own `validate` returns at the first match.
 */
export function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  if (given.length !== parameters.digits) return null
  let found: number | null = null
  for (let off = -drift; off <= drift; off++) {
    const step = totpStepAt(now) + off
    if (timingSafeEqual(given, Buffer.from(totpCode(secret, step)))) found = step
  }
  return found
}

/** Content of the QR code for an app. */
export const totpUri = ({ secret, issuer, name }: { secret: string; issuer: string; name: string }) =>
  new TOTP({ ...parameters, secret, issuer, label: name }).toString()
