import pg from 'pg'
import type { PreparedStatement } from './prepared-statements.ts'

/** Column description of a result in the driver. */
export interface ResultColumns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

type Callback = (error: Error | null | undefined, result: unknown) => void

/** Members of the driver that its types lack. */
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
 * A use of a prepared statement. The driver requests the column description at every use; this one only until the
 * first has arrived. A statement whose columns change fails with `isStalePlan` instead.
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

/** The same connection without Describe messages. */
function withoutDescribe(connection: object) {
  let silent = silentConnections.get(connection)
  if (!silent) {
    silent = Object.create(connection, { describe: { value: () => {} } }) as object
    silentConnections.set(connection, silent)
  }
  return silent
}

/** Runs a prepared statement with `send`, the driver's own `query`. */
export const queryPrepared = (
  send: (query: pg.Submittable) => unknown,
  statement: PreparedStatement,
  values: unknown[],
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    send(new PreparedQuery(statement, values, (error, result) => (error ? reject(error) : resolve(result))))
  })
