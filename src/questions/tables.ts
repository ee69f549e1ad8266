import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'question_banks',
  'question_files',
  'question_keys',
  'question_versions',
  'questions',
] as const satisfies readonly (keyof DB)[]
