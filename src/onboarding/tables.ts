import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = ['first_steps_dismissals'] as const satisfies readonly (keyof DB)[]
