import type { Ctx } from './request-context.ts'
import type { DB } from '#platform/database/database-types.ts'

/** A person of the school whose data is exported or erased. */
export interface DataSubject {
  id: string
  email: string
  name: string
}

/**
 * What erasure does to rows: delete them; run the domain's own function, safe to repeat; or keep them, with a
 * reason, without the name.
 */
export type ErasureRule =
  | 'delete'
  | { verb: (ctx: Ctx, person: DataSubject) => Promise<unknown> }
  | { stays: string }

/** Rows of one table that belong to a person. */
export interface PersonalRows {
  table: keyof DB
  /** Columns with the person's id: a row belongs to the person if any of them matches. */
  personColumns: readonly string[]
  /** A column with the person's e-mail address. */
  emailColumn?: string
  /** Columns left out of the export: secrets, and machine-readable values. */
  without?: readonly string[]
  erasure: ErasureRule
}

/** Personal data of a domain, exported by its `index.ts`; see docs/data-privacy.md. */
export interface PersonalData {
  rows: readonly PersonalRows[]
  /** `table.column`s that mention a person in rows of others, each with the reason. */
  mentions: Readonly<Record<string, string>>
}
