import { sealedColumns } from '#accounts/index.ts'
import type { EncryptedColumn } from '#platform/security/encryption.ts'
import { sealedSecretColumns } from '#webhooks/index.ts'

/** Every column of the database whose texts are sealed. */
export const allEncryptedColumns: EncryptedColumn[] = [...sealedColumns, sealedSecretColumns]
