import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['api_client_secrets', 'api_clients'] as const satisfies readonly (keyof DB)[]
