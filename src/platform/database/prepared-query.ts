import pg from 'pg'
import type { PreparedStatement } from './prepared-statements.ts'

/** What the driver knows of the columns of a result. */
export interface ResultColumns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

type Callback = (error: Error | null | undefined, result: unknown) => void

/** What the driver has, and its types leave out. */
interface DriverQuery extends pg.Submittable {
  name: string
  _result: ResultColumns
  _accumulateRows: boolean
  hasBeenParsed(connection: object): boolean
  prepare(connection: object): void
  handleRowDescription(message: object): void
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => DriverQuery

/**
 * A use of a prepared statement. The driver has the server describe the columns at every use, and reads the description. This
 * one does so until the first description has arrived: a statement whose columns change fails with `isStalePlan` instead.
 */
class PreparedQuery extends DriverQuery {
  readonly #statement: PreparedStatement

  constructor(statement: PreparedStatement, values: unknown[], callback: Callback) {
    super(statement.text, values, callback)
    this.name = statement.name
    this.#statement = statement
  }

  override prepare(connection: object) {
    const { columns } = this.#statement
    if (!columns || !this.hasBeenParsed(connection)) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    return super.prepare(withoutDescribe(connection))
  }

  override handleRowDescription(message: object) {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#statement.columns = { fields, _parsers, _prebuiltEmptyResultObject }
  }
}

const silentConnections = new WeakMap<object, object>()

/** The same connection, which sends no Describe. */
function withoutDescribe(connection: object) {
  let silent = silentConnections.get(connection)
  if (!silent) {
    silent = Object.create(connection, { describe: { value: () => {} } }) as object
    silentConnections.set(connection, silent)
  }
  return silent
}

/** Runs a prepared statement by `send`, the driver's own `query` of its connection. */
export const queryPrepared = (
  send: (query: pg.Submittable) => unknown,
  statement: PreparedStatement,
  values: unknown[],
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    send(new PreparedQuery(statement, values, (error, result) => (error ? reject(error) : resolve(result))))
  })
