import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { ResultColumns } from './prepared-query.ts'

/** Uses of a text in this process before it is prepared: rare statements are not worth it. */
const usesBefore = 2

/** Maximum number of counted texts; the least recently used is evicted. */
const maxTexts = 2_000

/** Maximum prepared statements per connection, each of which costs the server about 40 kB. */
export const maxPreparedPerConnection = 150

/** Longer texts cost more to store than to parse. */
const maxTextLength = 20_000

interface Text {
  uses: number
  name: string
}

/** Members of the driver that its types lack. */
interface Internals {
  connection: {
    parsedStatements: Record<string, string>
    submittedNamedStatements: Record<string, string>
    close(message: { type: 'S'; name: string }): void
  }
}

const texts = new LRUCache<string, Text>({ max: maxTexts })
let textCount = 0

/** Shared state of the connections of one pool. */
export interface PreparedPlanState {
  /** Part of the statement names: a new number makes each connection parse and plan again. */
  generation: number
  isOff: boolean
}

/** A statement prepared on one connection. */
export interface PreparedStatement {
  name: string
  text: string
  /** Set once the server has described them. */
  columns?: ResultColumns
}

/** Prepared statements of each connection by name. */
const preparedOn = new WeakMap<pg.ClientBase, LRUCache<string, PreparedStatement>>()

/**
 * Returns the prepared statement for a text with parameters, so that Postgres parses it once and plans it once if
 * a generic plan is good; undefined if the text runs unprepared.
 */
export function preparedStatement(
  client: pg.ClientBase,
  text: string,
  state: PreparedPlanState,
): PreparedStatement | undefined {
  if (state.isOff || !isPreparable(text)) return undefined
  const entry = count(text)
  if (entry.uses <= usesBefore) return undefined
  const name = `lyceum_${state.generation}_${entry.name}`
  const statements = statementsOn(client)
  let statement = statements.get(name)
  if (!statement) {
    statement = { name, text }
    statements.set(name, statement)
  }
  return statement
}

function statementsOn(client: pg.ClientBase) {
  let statements = preparedOn.get(client)
  if (!statements) {
    const dispose = ({ name }: PreparedStatement) => closeStatement(client, name)
    statements = new LRUCache({ max: maxPreparedPerConnection, dispose })
    preparedOn.set(client, statements)
  }
  return statements
}

function count(text: string) {
  const entry = texts.get(text) ?? { uses: 0, name: String(++textCount) }
  if (entry.uses++ === 0) texts.set(text, entry)
  return entry
}

/** The server reads Close before the next statement, so nothing waits for it. */
function closeStatement(client: pg.ClientBase, name: string) {
  const { connection } = client as unknown as Internals
  if (connection.parsedStatements[name] === undefined) return
  connection.close({ type: 'S', name })
  delete connection.parsedStatements[name]
}

/**
 * A generic plan assumes that an unknown limit returns a tenth of all rows, and sorts a whole table for a page of
 * twenty. A literal limit is planned correctly.
 */
const hasUnknownLimit = (text: string) => / limit \$\d/.test(text)

const isPreparable = (text: string) => text.length <= maxTextLength && !hasUnknownLimit(text)

/** Whether the next use of this text with parameters is prepared. Tests look for statements that are not. */
export const isPrepared = (text: string) => isPreparable(text) && (texts.peek(text)?.uses ?? 0) >= usesBefore

/** Handles an error of `isStalePlan`: every connection parses and plans again, or runs statements unprepared. */
export function invalidatePlans(state: PreparedPlanState, error: unknown) {
  state.generation++
  if ((error as { code?: string }).code === '0A000' || state.isOff) return
  state.isOff = true
  process.emitWarning(
    'The database loses prepared statements, as behind a pooler in transaction mode: none is prepared from here on. DATABASE_PREPARE=off says so beforehand.',
  )
}

/**
 * Whether a prepared statement failed because it is outdated: a migration changed a column type, or a pooler gave
 * the connection to another client. The statement may be repeated.
 */
export function isStalePlan(error: unknown) {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '0A000') return message.includes('cached plan')
  return code === '26000' || code === '42P05'
}
