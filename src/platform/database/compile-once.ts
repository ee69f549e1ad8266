import type { Compilable, CompiledQuery } from 'kysely'
import type { Tx } from './database.server.ts'

/** Stands for a value while a statement is compiled. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is built and compiled at its first use, and from then on sent with other values: of a statement on a
 * hot path, Kysely spends as long on building as Postgres on running. `build` may only place the values in the statement:
 * it sees slots, not what they hold, so it cannot branch on them or compute with them.
 */
export function compileOnce<Values extends object, Row>(
  build: (tx: Tx, values: Values) => Compilable<Row>,
): (tx: Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (tx, values) => {
    compiled ??= build(tx, slots<Values>()).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await tx.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

const slots = <Values extends object>() =>
  new Proxy({} as Values, {
    get: (_target, name) => new Slot(String(name)),
  })
