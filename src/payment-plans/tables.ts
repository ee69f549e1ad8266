import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['payment_plan_courses', 'payment_plans'] as const satisfies readonly (keyof DB)[]
