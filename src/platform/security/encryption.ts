import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** The secret that texts are sealed with, and the one before it, with which they still open. */
export type EncryptionKeys = Pick<Config, 'appSecret' | 'previousSecret'>

const ivBytes = 12
const tagBytes = 16
/** Version 1: this byte, four that identify the key, nonce, tag, text. */
const version = 1
const headBytes = 5

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'lyceum/sealing', purpose, 32))
const headOf = (secret: string) =>
  Buffer.concat([Buffer.of(version), Buffer.from(hkdfSync('sha256', secret, 'lyceum/key-id', '', 4))])

/**
 * AES-256-GCM with a key of its own for each purpose. `place` says where the text belongs, such as a tenant and a
 * user: moved anywhere else it does not open.
 */
export function encrypt(
  { appSecret }: EncryptionKeys,
  purpose: string,
  sealContext: string,
  text: string,
): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret, purpose), iv).setAAD(Buffer.from(sealContext))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([headOf(appSecret), iv, cipher.getAuthTag(), sealed])
}

/** Returns the text. Throws if neither secret sealed it, the bytes were changed or they come from another place. */
export function decrypt(keys: EncryptionKeys, purpose: string, sealContext: string, sealed: Buffer): string {
  const secrets = [keys.appSecret, ...(keys.previousSecret ? [keys.previousSecret] : [])]
  const secret = secrets.find((secret) => isSealedWith(secret, sealed))
  if (!secret) throw new Error('unable to authenticate a text that no known secret sealed')
  return open(keyOf(secret, purpose), sealContext, sealed.subarray(headBytes))
}

/** Whether a text is sealed as it would be now; if not, it waits to be sealed anew. */
export const isEncryptedWithCurrentKey = ({ appSecret }: EncryptionKeys, sealed: Buffer) =>
  isSealedWith(appSecret, sealed)

const isSealedWith = (secret: string, sealed: Buffer) => sealed.subarray(0, headBytes).equals(headOf(secret))

function open(key: Buffer, sealContext: string, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(sealContext)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
}

/** A column of sealed texts, so that all of them can be sealed anew. */
export interface EncryptedColumn {
  table: string
  column: string
  /** The columns that tell a row, beside the tenant. */
  keys: string[]
  /** Whether each row belongs to a tenant, or to the whole installation. */
  scope: 'tenant' | 'global'
  purpose: string
  place: (row: Record<string, string>) => string
}
