import type pg from 'pg'
import { queryPrepared } from './prepared-query.ts'
import {
  invalidatePlans,
  isStalePlan,
  preparedStatement,
  type PreparedPlanState,
} from './prepared-statements.ts'

/** The tenant whose rows a transaction sees, and the setting by which the row-level policies know it. */
export interface TenantScope {
  /** Such as `app.tenant_id`. */
  setting: `${string}.${string}`
  /** A UUID in lower case. */
  id: string
  readOnly?: boolean | undefined
}

/** The statements that begin a transaction which sees one tenant only. */
export const beginTenantTxSql = ({ setting, id, readOnly = false }: TenantScope) =>
  `${readOnly ? 'begin read only' : 'begin'}; set local ${setting} = '${id}'`

/** Exactly what `beginTenantTxSql` returns: a text that holds anything else runs when it is called. */
const isBeginForTenant = (text: string) =>
  /^begin(?: read only)?; set local [a-z_]+\.[a-z_]+ = '[0-9a-f-]{36}'$/.test(text)

type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown

interface Internals {
  connection: { stream: { cork(): void; uncork(): void } }
  readyForQuery: boolean
}

/** Called with each answered statement; `error` if it failed. */
export type OnAnswer = (statement: string, ms: number, error?: unknown) => void

export interface StatementOptions {
  /** Excludes the begin sent with a first statement, and the commit of a reading transaction. */
  onAnswer?: OnAnswer | undefined
  /** Called with each statement for which a connection waits; statements sent together count once. */
  onRoundTrip?: ((statement: string) => void) | undefined
}

interface ConnectionState {
  /** The begin of a transaction whose first statement is not sent yet. */
  begin?: string | undefined
  /** Whether a tenant's transaction was issued and not ended: the server may not have answered its begin. */
  isInTenantTx: boolean
  /** Whether the current or next transaction is read-only. */
  readsOnly: boolean
  /** Whether the commit of a reading transaction is held back, or was sent last. */
  isEnding: boolean
  /** Whether that commit is not sent yet. */
  holdsCommit: boolean
  /** Number of statements without a response. */
  unanswered: number
}

const states = new WeakMap<pg.ClientBase, ConnectionState>()

/**
 * Reduces round trips, writes and planning of a connection of a pool with `pipeline`:
 * - Statements with parameters are prepared.
 * - The begin of a tenant's transaction is sent with its first statement.
 * - Statements issued in one turn of the event loop are sent in one write.
 * - Nobody waits for the commit of a read-only transaction, because its failure does not matter. It is sent
 * with the next begin, or at the end of this turn of the event loop.
 */
export function pipelineStatements(
  client: pg.ClientBase,
  plans: PreparedPlanState,
  { onRoundTrip, onAnswer }: StatementOptions = {},
) {
  const state = initialState()
  states.set(client, state)
  const connection = { client, state, sendUnawaited: client.query.bind(client) as SendUnawaited }
  const writeTogether = batchWrites(client)
  const send = createSender(connection)
  const sendPrepared = createPreparedSender(connection, plans, send)
  const heldCommit = createHeldCommit(connection)

  const query: Query = (text, ...rest) => {
    if (typeof text === 'string' && isBeginForTenant(text) && !isCallback(rest)) return holdBegin(state, text)
    const { begin, readsOnly } = state
    state.begin = undefined
    if (isEnd(text)) {
      state.isInTenantTx = state.readsOnly = false
      // A transaction without statements is not begun.
      if (begin !== undefined) return Promise.resolve(nothing(text.toUpperCase()))
      if (text === 'commit' && readsOnly && isIdleInTransaction(client)) return heldCommit.hold()
    }
    writeTogether()
    state.isEnding = false
    if (state.unanswered === 0) onRoundTrip?.(textOf(text))
    const started = onAnswer ? performance.now() : 0
    // A held commit is sent first, in the same message as a begin.
    const commit = heldCommit.take()
    if (commit && begin === undefined) sendIgnoringErrors(connection, commit)
    const answer =
      begin === undefined
        ? sendPrepared(text, ...rest)
        : Promise.all([send(commit ? `${commit}; ${begin}` : begin), sendPrepared(text, ...rest)]).then(
            ([, result]) => result,
          )
    if (onAnswer && answer instanceof Promise) reportAnswer(answer, textOf(text), { started, onAnswer })
    return answer
  }
  client.query = query as typeof client.query
}

type SendUnawaited = Query & ((query: pg.Submittable) => unknown)

interface PipelinedConnection {
  client: pg.ClientBase
  state: ConnectionState
  /** The driver's own `query`. */
  sendUnawaited: SendUnawaited
}

const initialState = (): ConnectionState => ({
  isInTenantTx: false,
  readsOnly: false,
  isEnding: false,
  holdsCommit: false,
  unanswered: 0,
})

/** Answers a begin at once; it is sent with the first statement. */
function holdBegin(state: ConnectionState, text: string) {
  state.begin = text
  state.isInTenantTx = true
  state.readsOnly = text.startsWith('begin read only')
  return Promise.resolve(nothing('BEGIN'))
}

/** The commit of a reading transaction: answered at once, sent with the next begin or at the end of this turn. */
function createHeldCommit(connection: PipelinedConnection) {
  const { state } = connection
  const take = () => {
    if (!state.holdsCommit) return undefined
    state.holdsCommit = false
    return 'commit'
  }
  const sendIfHeld = () => {
    const commit = take()
    if (commit) sendIgnoringErrors(connection, commit)
  }
  return {
    hold() {
      state.isEnding = state.holdsCommit = true
      setImmediate(sendIfHeld)
      return Promise.resolve(nothing('COMMIT'))
    },
    /** The commit if it is held; the caller sends it. */
    take,
  }
}

const sendIgnoringErrors = ({ sendUnawaited }: PipelinedConnection, text: string) => {
  ;(sendUnawaited(text) as Promise<unknown>).catch(() => {})
}

/** Sends a statement as it is and counts its answer. */
const createSender =
  ({ sendUnawaited, state }: PipelinedConnection): Query =>
  (text, ...rest) => {
    const answer = sendUnawaited(text, ...rest)
    return answer instanceof Promise ? countAnswer(answer, state) : answer
  }

/** Sends statements with parameters as prepared ones, and repeats one whose plan is stale. */
function createPreparedSender(
  { client, state, sendUnawaited }: PipelinedConnection,
  plans: PreparedPlanState,
  send: Query,
): Query {
  return (text, ...rest) => {
    const values = rest[0]
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(text, ...rest)
    if (isCallback(rest)) return send(text, ...rest)
    const statement = preparedStatement(client, text, plans)
    if (!statement) return send(text, ...rest)
    const isAlone = !state.isInTenantTx && client.getTransactionStatus() === 'I'
    return countAnswer(queryPrepared(sendUnawaited, statement, values), state).catch((error: unknown) => {
      // Like the driver: replaces the stack of the response by that of the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isStalePlan(error)) throw error
      invalidatePlans(plans, error)
      // Within a transaction, the caller must restart it.
      if (!isAlone || client.getTransactionStatus() !== 'I') throw error
      return send(text, values)
    })
  }
}

/** Holds back writes until the current turn of the event loop has issued all its statements. */
function batchWrites(client: pg.ClientBase) {
  const { stream } = (client as unknown as Internals).connection
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
}

/** Counts a response as pending until it has arrived. */
function countAnswer(answer: Promise<unknown>, state: ConnectionState) {
  const answered = () => {
    state.unanswered--
  }
  state.unanswered++
  void answer.then(answered, answered)
  return answer
}

const textOf = (statement: string | pg.QueryConfig) =>
  typeof statement === 'string' ? statement : (statement.text ?? '')

function reportAnswer(
  answer: Promise<unknown>,
  statement: string,
  { started, onAnswer }: { started: number; onAnswer: OnAnswer },
) {
  const ms = () => performance.now() - started
  answer.then(
    () => onAnswer(statement, ms()),
    (error: unknown) => onAnswer(statement, ms(), error),
  )
}

const isIdleInTransaction = (client: pg.ClientBase) =>
  client.getTransactionStatus() === 'T' && (client as unknown as Internals).readyForQuery

/**
 * Whether the connection is clean for its next user: no transaction is open, aborted or about to begin, and every
 * statement has been answered, or will be before the next one (the commit of a read-only transaction).
 */
export function isConnectionReusable(client: pg.ClientBase) {
  const state = states.get(client)
  if (state?.begin !== undefined) return false
  if (state?.isEnding) return true
  return client.getTransactionStatus() === 'I' && (client as unknown as Internals).readyForQuery
}

const isEnd = (text: unknown): text is 'commit' | 'rollback' => text === 'commit' || text === 'rollback'

const isCallback = (rest: unknown[]) => typeof rest.at(-1) === 'function'

const nothing = (command: string) => ({ command, rowCount: null, rows: [], fields: [], oid: 0 })
