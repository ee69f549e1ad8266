import type { CompiledQuery } from 'kysely'
import type { Database, Tx } from './database.server.ts'

/** Stands for a value while a statement is compiled. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query of Kysely's builders or of its `sql`. */
interface Statement<Row> {
  compile(tx: Tx): CompiledQuery<Row>
}

/** A statement that has been built once. */
export interface CompiledStatement<Values extends object, Row> {
  /** Runs it in a transaction and returns its rows. */
  (tx: Tx, values: Values): Promise<Row[]>
  /** The statement with its values, for `executeInSchool`. */
  compile(db: Database, values: Values): CompiledQuery<Row>
}

/**
 * A statement that is built and compiled at its first use, and from then on sent with other values: of a statement on a
 * hot path, Kysely spends as long on building as Postgres on running. `build` may only place the values in the statement:
 * it sees slots, not what they hold, so it cannot branch on them or compute with them.
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
