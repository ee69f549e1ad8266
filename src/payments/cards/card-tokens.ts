import { decrypt, encrypt, type EncryptedColumn, type EncryptionKeys } from '#platform/security/encryption.ts'

/** What a charge of a saved card needs. Never logged, and in no answer of the API. */
export interface CardToken {
  token: string
  customer_reference: string
  /** Paystack and Flutterwave tie a token to the e-mail address of the first payment. */
  email: string
}

interface CardId {
  school_id: string
  id: string
}

const purpose = 'payment-card'
const sealContext = ({ school_id, id }: Record<string, string>) => `${school_id}/${id}`
const bindingOf = ({ school_id, id }: CardId) => ({ purpose, context: sealContext({ school_id, id }) })

/** For encrypting all rows again with a new secret. */
export const encryptedCardTokens: EncryptedColumn = {
  table: 'payment_cards',
  column: 'encrypted_token',
  keys: ['id'],
  scope: 'tenant',
  purpose,
  sealContext,
}

/** The token of a card, encrypted for its row. */
export const encryptCardToken = (config: EncryptionKeys, card: CardId, token: CardToken): Buffer =>
  encrypt(config, bindingOf(card), JSON.stringify(token))

/** Throws if the row was encrypted with another secret, or belongs to another school. */
export const decryptCardToken = (
  config: EncryptionKeys,
  { encrypted_token, ...card }: CardId & { encrypted_token: Buffer },
): CardToken => JSON.parse(decrypt(config, bindingOf(card), encrypted_token)) as CardToken
