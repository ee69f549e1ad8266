import type pg from 'pg'
import { forgetPlans, isStalePlan, preparedName, type PlanState } from './prepared-statements.ts'

/** The statements that begin a transaction which sees one school only. `school_id` is a UUID in lower case. */
export const beginInSchool = (school_id: string, readOnly: boolean) =>
  `${readOnly ? 'begin read only' : 'begin'}; set local app.school_id = '${school_id}'`

/** Exactly what `beginInSchool` returns: a text that holds anything else runs when it is called. */
const isBeginInSchool = (text: string) =>
  /^begin(?: read only)?; set local app\.school_id = '[0-9a-f-]{36}'$/.test(text)

type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown

interface Internals {
  connection: { stream: { cork(): void; uncork(): void } }
  readyForQuery: boolean
}

export interface StatementOptions {
  /** Called with each statement whose answer is waited for; a deferred begin goes out with the next one. */
  onRoundTrip?: ((statement: string) => void) | undefined
}

const deferredBegins = new WeakMap<pg.ClientBase, string>()

/**
 * Makes a connection of a pool with `pipeline` wait less often and plan less often: statements with parameters are prepared,
 * and the begin of a school's transaction goes out together with the first statement inside it.
 */
export function spareRoundTrips(
  client: pg.ClientBase,
  plans: PlanState,
  { onRoundTrip }: StatementOptions = {},
) {
  const { stream } = (client as unknown as Internals).connection
  const send = client.query.bind(client) as Query
  const ask: Query = (text, ...rest) => {
    const values = rest[0]
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(text, ...rest)
    const name = preparedName(client, text, plans)
    if (name === undefined || isCallback(rest)) return send(text, ...rest)
    return (send({ name, text }, values) as Promise<unknown>).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      forgetPlans(plans, error)
      // Inside of a transaction, whoever began it begins again.
      if (client.getTransactionStatus() !== 'I') throw error
      return send(text, values)
    })
  }

  const query: Query = (text, ...rest) => {
    if (typeof text === 'string' && isBeginInSchool(text) && !isCallback(rest)) {
      deferredBegins.set(client, text)
      return Promise.resolve(nothing('BEGIN'))
    }
    const begin = deferredBegins.get(client)
    if (begin === undefined) {
      onRoundTrip?.(typeof text === 'string' ? text : (text.text ?? ''))
      return ask(text, ...rest)
    }
    deferredBegins.delete(client)
    // A transaction without a statement is not begun.
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing(text.toUpperCase()))
    onRoundTrip?.(typeof text === 'string' ? text : (text.text ?? ''))
    stream.cork()
    try {
      return Promise.all([send(begin), ask(text, ...rest)]).then(([, answer]) => answer)
    } finally {
      stream.uncork()
    }
  }
  client.query = query as typeof client.query
}

/**
 * Whether the next user of this connection finds it as a new one: no transaction is open, aborted or about to begin, and
 * every statement has been answered.
 */
export const isReusable = (client: pg.ClientBase) =>
  client.getTransactionStatus() === 'I' &&
  (client as unknown as Internals).readyForQuery &&
  !deferredBegins.has(client)

const isCallback = (rest: unknown[]) => typeof rest.at(-1) === 'function'

const nothing = (command: string) => ({ command, rowCount: null, rows: [], fields: [], oid: 0 })
