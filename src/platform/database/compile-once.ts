import type { CompiledQuery } from 'kysely'
import type { Database, Tx } from './database.server.ts'

/** Placeholder of a value while a statement is compiled. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query of Kysely's builders or its `sql`. */
interface Statement<Row> {
  compile(tx: Tx): CompiledQuery<Row>
}

/** A compiled statement. */
export interface CompiledStatement<Values extends object, Row> {
  /** Runs it in a transaction and returns its rows. */
  (tx: Tx, values: Values): Promise<Row[]>
  /** Returns the statement with its values, for `executeInTenant`. */
  compile(db: Database, values: Values): CompiledQuery<Row>
}

/**
 * Returns a statement that is compiled on first use and then sent with other values: on a hot path Kysely takes
 * as long to build a statement as Postgres to run it. `build` gets placeholders, so it cannot branch on values or
 * compute with them.
 */
export function compileOnce<Values extends object, Row>(
  build: (tx: Tx, values: Values) => Statement<Row>,
): CompiledStatement<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const compile = (db: Database, values: Values): CompiledQuery<Row> => {
    compiled ??= build(db, slots<Values>()).compile(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    return { ...compiled, parameters }
  }
  const run = async (tx: Tx, values: Values) => {
    const { rows } = await tx.executeQuery<Row>(compile(tx, values))
    return rows
  }
  return Object.assign(run, { compile })
}

const slots = <Values extends object>() =>
  new Proxy({} as Values, {
    get: (_target, name) => new Slot(String(name)),
  })
