import type { JobHandle } from '#platform/context.ts'

export const countSchoolsLater: JobHandle<{ school_ids: string[] }> = { name: 'countSchools' }
