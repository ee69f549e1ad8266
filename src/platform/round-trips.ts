import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * The end of a statement that each connection parses and plans once: for what nearly every request runs. Its text is
 * always the same (no list of changing length), it names its columns (a migration that adds one to the table would
 * break a `select *`), and it finds its rows by a key, so that one plan is right for every school.
 */
export const prepared = sql.raw(mark)

const names = new Map<string, string>()

function nameOf(text: string) {
  const name = names.get(text) ?? `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** The statements that begin a transaction which sees one school only. `school_id` is a UUID in lower case. */
export const beginInSchool = (school_id: string, readOnly: boolean) =>
  `${readOnly ? 'begin read only' : 'begin'}; set local app.school_id = '${school_id}'`

/** Exactly what `beginInSchool` returns: a text that holds anything else runs when it is called. */
const isBeginInSchool = (text: string) =>
  /^begin(?: read only)?; set local app\.school_id = '[0-9a-f-]{36}'$/.test(text)

type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown

interface Inside {
  connection: { stream: { cork(): void; uncork(): void } }
  readyForQuery: boolean
}

const deferredBegins = new WeakMap<pg.ClientBase, string>()

/**
 * Makes a connection of a pool with `pipeline` wait less often: what is marked is prepared, and the begin of a school's
 * transaction goes out together with the first statement inside it.
 */
export function spareRoundTrips(client: pg.ClientBase) {
  const { stream } = (client as unknown as Inside).connection
  const send = client.query.bind(client) as Query
  const ask: Query = (text, ...rest) =>
    typeof text === 'string' && text.endsWith(mark)
      ? send({ name: nameOf(text), text }, ...rest)
      : send(text, ...rest)

  const query: Query = (text, ...rest) => {
    if (typeof text === 'string' && isBeginInSchool(text) && !isCallback(rest)) {
      deferredBegins.set(client, text)
      return Promise.resolve(nothing('BEGIN'))
    }
    const begin = deferredBegins.get(client)
    if (begin === undefined) return ask(text, ...rest)
    deferredBegins.delete(client)
    // A transaction without a statement is not begun.
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing(text.toUpperCase()))
    stream.cork()
    const both = Promise.all([send(begin), ask(text, ...rest)])
    stream.uncork()
    return both.then(([, answer]) => answer)
  }
  client.query = query as typeof client.query
}

/**
 * Whether the next user of this connection finds it as a new one: no transaction is open, aborted or about to begin, and
 * every statement has been answered.
 */
export const isReusable = (client: pg.ClientBase) =>
  client.getTransactionStatus() === 'I' &&
  (client as unknown as Inside).readyForQuery &&
  !deferredBegins.has(client)

const isCallback = (rest: unknown[]) => typeof rest.at(-1) === 'function'

const nothing = (command: string) => ({ command, rowCount: null, rows: [], fields: [], oid: 0 })
