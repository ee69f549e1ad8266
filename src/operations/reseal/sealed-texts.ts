import { encryptedBankAccounts } from '#affiliates/index.ts'
import { sealedColumns } from '#accounts/index.ts'
import type { EncryptedColumn } from '#platform/security/encryption.ts'
import { encryptedAccountKeys, encryptedCardTokens } from '#payments/index.ts'
import { sealedSecretColumns } from '#webhooks/index.ts'

/** Every column of the database with encrypted values. */
export const allEncryptedColumns: EncryptedColumn[] = [
  ...sealedColumns,
  sealedSecretColumns,
  encryptedAccountKeys,
  encryptedCardTokens,
  encryptedBankAccounts,
]
