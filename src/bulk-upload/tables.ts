import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = [
  'invited_places',
  'student_upload_lines',
  'student_uploads',
] as const satisfies readonly (keyof DB)[]
