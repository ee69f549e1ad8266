import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The current secret, and the previous one, which only decrypts. */
export interface EncryptionKeys {
  appSecret: string
  previousSecret: string | null
}

const ivBytes = 12
const tagBytes = 16
/** Version 1: this byte, four that identify the key, nonce, tag, text. */
const version = 1
const headBytes = 5

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'lyceum/sealing', purpose, 32))
const headOf = (secret: string) =>
  Buffer.concat([Buffer.of(version), Buffer.from(hkdfSync('sha256', secret, 'lyceum/key-id', '', 4))])

/** What an encrypted text is bound to: it does not decrypt for another purpose or in another context. */
export interface EncryptionBinding {
  /** Each purpose has its own key. */
  purpose: string
  /** Authenticated data, such as tenant and user. */
  context: string
}

/** Encrypts with AES-256-GCM and a separate key for each purpose. */
export function encrypt(
  { appSecret }: EncryptionKeys,
  { purpose, context }: EncryptionBinding,
  text: string,
): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret, purpose), iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([headOf(appSecret), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a text. Throws if neither secret encrypted it, the bytes changed, or the context differs. */
export function decrypt(
  keys: EncryptionKeys,
  { purpose, context }: EncryptionBinding,
  sealed: Buffer,
): string {
  const secrets = [keys.appSecret, ...(keys.previousSecret ? [keys.previousSecret] : [])]
  const secret = secrets.find((secret) => isSealedWith(secret, sealed))
  if (!secret) throw new Error('unable to authenticate a text that no known secret sealed')
  return open(keyOf(secret, purpose), context, sealed.subarray(headBytes))
}

/** Whether a text is encrypted with the current key. */
export const isEncryptedWithCurrentKey = ({ appSecret }: EncryptionKeys, sealed: Buffer) =>
  isSealedWith(appSecret, sealed)

const isSealedWith = (secret: string, sealed: Buffer) => sealed.subarray(0, headBytes).equals(headOf(secret))

function open(key: Buffer, context: string, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
}

/** A column of encrypted texts, so that all of them can be encrypted again. */
export interface EncryptedColumn {
  table: string
  column: string
  /** Columns that identify a row, besides the tenant. */
  keys: string[]
  /** Whether rows belong to tenants, or to the whole installation. */
  scope: 'tenant' | 'global'
  purpose: string
  sealContext: (row: Record<string, string>) => string
}
