import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '#platform/security/encryption.ts'

/** Keys of a school's account at a provider. */
export interface AccountKeys {
  secret_key: string
  webhook_keys: readonly string[]
}

interface AccountId {
  school_id: string
  id: string
}

const purpose = 'payment-account'
const sealContext = ({ school_id, id }: Record<string, string>) => `${school_id}/${id}`
const bindingOf = ({ school_id, id }: AccountId) => ({ purpose, context: sealContext({ school_id, id }) })

/** For encrypting all rows again with a new secret. */
export const encryptedAccountKeys: EncryptedColumn = {
  table: 'payment_accounts',
  column: 'encrypted_keys',
  keys: ['id'],
  scope: 'tenant',
  purpose,
  sealContext,
}

export const encryptAccountKeys = (config: EncryptionKeys, account: AccountId, keys: AccountKeys): Buffer =>
  encrypt(config, bindingOf(account), JSON.stringify(keys))

/** Throws if the row was encrypted with another secret, or belongs to another school. */
export const decryptAccountKeys = (
  config: EncryptionKeys,
  { encrypted_keys, ...account }: AccountId & { encrypted_keys: Buffer },
): AccountKeys => JSON.parse(decrypt(config, bindingOf(account), encrypted_keys)) as AccountKeys
