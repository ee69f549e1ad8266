import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'course_exports',
  'course_imports',
  'course_template_media',
  'course_templates',
] as const satisfies readonly (keyof DB)[]
