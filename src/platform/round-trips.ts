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

type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown

interface Inside {
  connection: { stream: { cork(): void; uncork(): void } }
}

/**
 * Makes a connection of a pool with `pipeline` wait less often: what is marked is prepared, and the statement that
 * begins a transaction goes out together with the first one inside it.
 */
export function spareRoundTrips(client: pg.ClientBase) {
  const { stream } = (client as unknown as Inside).connection
  const send = client.query.bind(client) as Query
  const ask: Query = (text, ...rest) =>
    typeof text === 'string' && text.endsWith(mark)
      ? send({ name: nameOf(text), text }, ...rest)
      : send(text, ...rest)
  let begin: string | null = null

  const query: Query = (text, ...rest) => {
    if (typeof text === 'string' && text.startsWith('begin') && !isCallback(rest)) {
      begin = text
      return Promise.resolve(nothing('BEGIN'))
    }
    if (begin === null) return ask(text, ...rest)
    const held = begin
    begin = null
    // A transaction without a statement never was.
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing(text.toUpperCase()))
    stream.cork()
    const both = Promise.all([send(held), ask(text, ...rest)])
    stream.uncork()
    return both.then(([, answer]) => answer)
  }
  client.query = query as typeof client.query
}

const isCallback = (rest: unknown[]) => typeof rest.at(-1) === 'function'

const nothing = (command: string) => ({ command, rowCount: null, rows: [], fields: [], oid: 0 })
