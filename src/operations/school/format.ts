import { Type, type Static } from 'typebox'

const Count = Type.Integer({ minimum: 0 })
const Sum = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Id = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' })
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

/** Manifest of a school archive, its last entry `manifest.json`. See docs/school-archive.md. */
export const ArchiveManifest = Type.Object(
  {
    format: Type.Literal('school archive'),
    version: Type.Literal(1),
    exported_at: Type.String({ maxLength: 40 }),
    school_id: Id,
    school_url: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }),
    migrations: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }),
    tables: Type.Array(
      Type.Object({
        name: Name,
        columns: Type.Array(Name, { maxItems: 500 }),
        rows: Count,
        bytes: Count,
        sha256: Sum,
      }),
      { maxItems: 1_000 },
    ),
    files: Type.Array(
      Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{40}$' }), bytes: Count, sha256: Sum }),
      { maxItems: 5_000_000 },
    ),
    /** Accounts that own the school, with password hashes. */
    owners: Type.Array(
      Type.Object({
        id: Id,
        email: Type.String({ maxLength: 320 }),
        name: Type.String({ maxLength: 400 }),
        password_hash: Type.String({ maxLength: 400 }),
        country: Type.Union([Type.String({ maxLength: 10 }), Type.Null()]),
      }),
      { maxItems: 1_000 },
    ),
    directory: Type.Object({ is_listed: Type.Boolean() }),
  },
  { additionalProperties: false },
)
export type ArchiveManifest = Static<typeof ArchiveManifest>

export const manifestEntry = 'manifest.json'
export const tableEntry = (name: string) => `tables/${name}.ndjson`
export const fileEntry = (name: string) => `files/${name}`

/** Replaces the school's id in every line, so that equal schools have equal hashes under any id. */
export const schoolIdPlaceholder = '00000000-0000-4000-8000-00005c400150'
