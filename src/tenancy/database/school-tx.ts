import type { CompiledQuery } from 'kysely'
import { executeInTenant, withTenantTx, type Database, type Tx } from '#platform/database/database.server.ts'

/** The row-level policies of all tenant tables compare `school_id` with this setting. */
const scopeOf = (school_id: string, readOnly: boolean) =>
  ({ setting: 'app.school_id', id: school_id, readOnly }) as const

/** Runs `work` in one transaction that sees one school only; see `withTenantTx`. */
export const withSchoolTx = <T>(db: Database, school_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenantTx(db, scopeOf(school_id, false), work)

/** The same in a read-only transaction, for whose commit nobody waits. */
export const withReadOnlySchoolTx = <T>(
  db: Database,
  school_id: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => withTenantTx(db, scopeOf(school_id, true), work)

/** Runs one statement in a transaction of its own that sees one school only, and returns its rows. */
export const executeInSchool = <Row>(
  db: Database,
  school_id: string,
  statement: CompiledQuery<Row>,
): Promise<Row[]> => executeInTenant(db, scopeOf(school_id, false), statement)

/** The same for a statement that only reads. */
export const readInSchool = <Row>(
  db: Database,
  school_id: string,
  statement: CompiledQuery<Row>,
): Promise<Row[]> => executeInTenant(db, scopeOf(school_id, true), statement)
