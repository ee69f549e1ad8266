import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import type { EncryptedColumn } from '#platform/security/encryption.ts'
import { sealingContext } from './second-factor/factor-owner.ts'
import { issuerSecretPurpose } from './oidc/issuers.ts'
import { factorPurpose } from './second-factor/verify-code.ts'

/** Encrypted columns of this domain. */
export const sealedColumns: EncryptedColumn[] = [
  {
    table: 'users',
    column: 'totp_secret',
    keys: ['id'],
    scope: 'tenant',
    purpose: factorPurpose,
    sealContext: ({ id, school_id }) => sealingContext({ id: id!, school_id: school_id!, is_account: false }),
  },
  {
    table: 'accounts',
    column: 'totp_secret',
    keys: ['id'],
    scope: 'global',
    purpose: factorPurpose,
    sealContext: ({ id }) => sealingContext({ id: id!, school_id: PLATFORM_ID, is_account: true }),
  },
  {
    table: 'school_oidc_issuers',
    column: 'client_secret',
    keys: [],
    scope: 'tenant',
    purpose: issuerSecretPurpose,
    sealContext: ({ school_id }) => school_id!,
  },
]
