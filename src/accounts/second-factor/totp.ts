import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
const digits = 6
/** Steps that a clock may be off, either way. */
const drift = 1

/** 160 random bits in base32, as people type it into their app. */
export const newTotpSecret = () => base32(randomBytes(20))

function base32(bytes: Buffer) {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const length = Math.ceil((bytes.length * 8) / 5)
  bits <<= BigInt(length * 5 - bytes.length * 8)
  return Array.from(
    { length },
    (_, at) => alphabet[Number((bits >> BigInt((length - 1 - at) * 5)) & 31n)],
  ).join('')
}

function bytesOf(secret: string) {
  let bits = 0n
  for (const letter of secret) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter))
  const length = Math.floor((secret.length * 5) / 8)
  bits >>= BigInt(secret.length * 5 - length * 8)
  return Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex')
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)

/** The code of one step: RFC 6238 over SHA-1, six digits, as every app speaks it. */
export function codeOf(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac.at(-1)! & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Which step a code belongs to, a step more or less allowed; null for none. Compares all of them in constant time. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  if (given.length !== digits) return null
  let found: number | null = null
  for (let off = -drift; off <= drift; off++) {
    const step = stepAt(now) + off
    if (timingSafeEqual(given, Buffer.from(codeOf(secret, step)))) found = step
  }
  return found
}

/** What a QR code carries to an app. */
export function totpUri({ secret, issuer, name }: { secret: string; issuer: string; name: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}
