import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { ResultColumns } from './prepared-query.ts'

/** Uses of a text in this process after which it is prepared: what runs once or twice is not worth a place. */
const usesBefore = 2

/** Texts whose uses are counted; the least recently used text is evicted first. */
const maxTexts = 2_000

/** Prepared statements of one connection, each of which costs the server some 40 kB. */
export const maxPreparedPerConnection = 150

/** A longer text costs more to remember than to parse. */
const maxTextLength = 20_000

interface Text {
  uses: number
  name: string
}

/** What the driver has, and its types leave out. */
interface Internals {
  connection: {
    parsedStatements: Record<string, string>
    submittedNamedStatements: Record<string, string>
    close(message: { type: 'S'; name: string }): void
  }
}

const texts = new LRUCache<string, Text>({ max: maxTexts })
let textCount = 0

/** What the connections of one pool have in common. */
export interface PreparedPlanState {
  /** Names carry it: another one makes each connection parse and plan again. */
  generation: number
  isOff: boolean
}

/** A statement that one connection has prepared. */
export interface PreparedStatement {
  name: string
  text: string
  /** Once the server has described them. */
  columns?: ResultColumns
}

/** The statements that each connection has prepared, by name. */
const preparedOn = new WeakMap<pg.ClientBase, LRUCache<string, PreparedStatement>>()

/**
 * The statement as which `client` runs a text with parameters, so that it parses it once and, as soon as one plan has proved
 * good for all parameters, plans it once; undefined where the text runs as it is.
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

/** The server reads the Close before the next statement, so nothing waits for it. */
function closeStatement(client: pg.ClientBase, name: string) {
  const { connection } = client as unknown as Internals
  if (connection.parsedStatements[name] === undefined) return
  connection.close({ type: 'S', name })
  delete connection.parsedStatements[name]
}

/**
 * A plan for all parameters supposes that an unknown limit takes a tenth of all rows, and sorts a table of which a page
 * shows the first twenty. A page whose size is written into the text is planned for that size.
 */
const hasUnknownLimit = (text: string) => / limit \$\d/.test(text)

const isPreparable = (text: string) => text.length <= maxTextLength && !hasUnknownLimit(text)

/** Whether the next use of this text, with parameters, is a prepared one. Tests look for what is not. */
export const isPrepared = (text: string) => isPreparable(text) && (texts.peek(text)?.uses ?? 0) >= usesBefore

/** Reacts to an error of `isStalePlan`: every connection parses and plans each statement again, or runs it as it is. */
export function invalidatePlans(state: PreparedPlanState, error: unknown) {
  state.generation++
  if ((error as { code?: string }).code === '0A000' || state.isOff) return
  state.isOff = true
  process.emitWarning(
    'The database loses prepared statements, as behind a pooler in transaction mode: none is prepared from here on. DATABASE_PREPARE=off says so beforehand.',
  )
}

/**
 * Whether a prepared statement failed because of what was prepared: a migration changed the type of a column, or a pooler
 * gave the connection to somebody else. It may be run again.
 */
export function isStalePlan(error: unknown) {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '0A000') return message.includes('cached plan')
  return code === '26000' || code === '42P05'
}
