import type { JobHandle } from '#platform/context.ts'

export const countSchoolsLater: JobHandle<{ school_ids: string[] }> = { name: 'countSchools' }
export const eraseAccountLater: JobHandle<{ account_id: string }> = { name: 'eraseAccount' }
