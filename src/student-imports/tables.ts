import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = [
  'invitation_targets',
  'student_import_lines',
  'student_imports',
] as const satisfies readonly (keyof DB)[]
