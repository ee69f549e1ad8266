import { PLATFORM_ID } from '#tenancy/context/request-context.ts'
import type { SealedColumn } from '#platform/security/sealing.ts'
import { placeOf } from './second-factor/factor-holder.ts'
import { issuerSecret } from './oidc/issuers.ts'
import { factorPurpose } from './second-factor/verify-code.ts'

/** What this domain keeps sealed. */
export const sealedTexts: SealedColumn[] = [
  {
    table: 'users',
    column: 'totp_secret',
    keys: ['id'],
    of: 'school',
    purpose: factorPurpose,
    place: ({ id, school_id }) => placeOf({ id: id!, school_id: school_id!, is_account: false }),
  },
  {
    table: 'accounts',
    column: 'totp_secret',
    keys: ['id'],
    of: 'platform',
    purpose: factorPurpose,
    place: ({ id }) => placeOf({ id: id!, school_id: PLATFORM_ID, is_account: true }),
  },
  {
    table: 'school_issuers',
    column: 'client_secret',
    keys: [],
    of: 'school',
    purpose: issuerSecret,
    place: ({ school_id }) => school_id!,
  },
]
