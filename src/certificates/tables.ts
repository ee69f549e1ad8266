import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'certificate_addresses',
  'certificate_counters',
  'certificate_requests',
  'certificate_rules',
  'certificate_template_files',
  'certificate_template_versions',
  'certificate_templates',
  'certificates',
  'retained_certificates',
] as const satisfies readonly (keyof DB)[]
