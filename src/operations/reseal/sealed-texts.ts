import { sealedTexts } from '#accounts/index.ts'
import type { SealedColumn } from '#platform/security/sealing.ts'
import { sealedSecrets } from '#webhooks/index.ts'

/** Every column of the database whose texts are sealed. */
export const sealedColumns: SealedColumn[] = [...sealedTexts, sealedSecrets]
