import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'content_captions',
  'content_drafts',
  'content_text_files',
  'content_versions',
  'contents',
  'courses',
  'lessons',
  'outline_versions',
] as const satisfies readonly (keyof DB)[]
