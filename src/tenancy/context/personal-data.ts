import type { Ctx } from './request-context.ts'
import type { DB } from '#platform/database/database-types.ts'

/** Somebody of the school whose data is gathered or erased. */
export interface DataSubject {
  id: string
  email: string
  name: string
}

/**
 * What erasing a person does to rows: they are deleted; or the domain does something of its own, safe to repeat; or they
 * stay, for a reason, and belong to somebody without a name.
 */
export type ErasureRule =
  | 'delete'
  | { verb: (ctx: Ctx, person: DataSubject) => Promise<unknown> }
  | { stays: string }

/** Rows of one table that are a person's own. */
export interface PersonalRows {
  table: keyof DB
  /** Columns that hold the person's id: a row in which any of them does is the person's. */
  by: readonly string[]
  /** A column that holds the person's e-mail address. */
  address?: string
  /** Left out of the person's file: secrets, and what only a machine can read. */
  without?: readonly string[]
  erasure: ErasureRule
}

/** What a domain keeps of people. Each domain that does says so in its `index.ts`; see docs/data-privacy.md. */
export interface PersonalData {
  rows: readonly PersonalRows[]
  /** `table.column`s that name a person in rows which are not his or her own, each with the reason why. */
  mentions: Readonly<Record<string, string>>
}
