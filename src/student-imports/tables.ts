import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'invitation_targets',
  'student_import_lines',
  'student_imports',
] as const satisfies readonly (keyof DB)[]
