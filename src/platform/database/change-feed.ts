import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { createChangeLogReader } from './change-log.ts'
import { openChangeListeners } from './change-listeners.ts'
import type { Database } from './database.server.ts'
import { dropSilentConnections, connectionDefaults } from './pool.ts'
import { newId } from '../security/tokens.ts'

/** Notification channel for dropping cached data. */
const changeChannel = 'lyceum_changes'

interface ChangeFeedOptions {
  /** Connection for LISTEN: behind a transaction pooler no notifications arrive. */
  url: string
  /** Reads the change log, through the pool. */
  db: Database
  log: Pick<Logger, 'warn'>
  /** A topic changed; undefined means that changes may have been missed: drop everything. */
  onChange: (topic?: string) => void
  /** Milliseconds without a response after which the connection is closed. */
  silenceTimeoutMs?: number
  /** Milliseconds between checks of the connection. */
  lookEvery?: number
  /** Maximum milliseconds for our own notification to return. */
  echoWithin?: number
  /** Milliseconds before a connection without notifications is opened again. */
  listenAgainAfter?: number
}

export interface ChangeFeed {
  /** Whether notifications arrive; otherwise changes are read within a second. */
  isListening(): boolean
  close(): Promise<void>
}

/** Milliseconds between reads of the change log. */
const readEvery = 800

const probePrefix = 'probe '

/**
 * Calls back for changed topics, at commit or at the latest within a second. Listens on its own connection,
 * which reconnects after errors; a notification through the pool tests whether it works. The change log is read
 * in parallel: a lost connection is noticed late, and a pooler may deliver nothing.
 */
export function listenForChanges(options: ChangeFeedOptions): ChangeFeed {
  const { onChange } = options
  const stopping = new AbortController()
  const pairs = openChangeListeners((topic) => onChange(topic || undefined))
  const state: FeedState = {
    listening: false,
    hasListened: false,
    onNotification: (topic) => pairs.arrived('heard', topic),
  }
  const running = Promise.all([
    keepListening(state, options, stopping.signal),
    keepReading(options, (topic) => pairs.arrived('read', topic), stopping.signal),
  ])
  return {
    isListening: () => state.listening,
    async close() {
      stopping.abort()
      await running
    },
  }
}

/** Listens until `stop` aborts, and connects again after errors. */
async function keepListening(state: FeedState, options: ChangeFeedOptions, stop: AbortSignal) {
  const { log, listenAgainAfter = 300_000 } = options
  while (!stop.aborted) {
    let heard = true
    try {
      heard = await listenOnce(state, options, stop)
    } catch (error) {
      if (!stop.aborted) log.warn({ err: error }, 'the change feed could not connect and tries again')
    }
    if (!heard) log.warn(unheard)
    await pause(heard ? 1_000 : listenAgainAfter, stop)
  }
}

/** Reads the change log until `stop` aborts. */
async function keepReading(
  { db, onChange }: ChangeFeedOptions,
  onTopic: (topic: string) => void,
  stop: AbortSignal,
) {
  const changes = createChangeLogReader(db)
  // Data cached before the first read may be outdated.
  await changes.read().then(
    () => onChange(),
    () => {},
  )
  while (!stop.aborted) {
    const topics = await changes.read().catch(() => [])
    if (topics === null) onChange()
    else topics.forEach(onTopic)
    await pause(readEvery, stop)
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

const unheard =
  'the database delivers no notifications, as behind a pooler in transaction mode: changes are seen within a second; DATABASE_LISTEN_URL can name a direct connection'

interface FeedState {
  listening: boolean
  hasListened: boolean
  onNotification: (topic: string) => void
}

/** Listens until the connection ends or `stop` aborts; returns false if no notifications arrive. */
async function listenOnce(state: FeedState, options: ChangeFeedOptions, stop: AbortSignal) {
  const { onChange, lookEvery = 20_000 } = options
  const client = await openListener(options)
  const end = () => void client.end().catch(() => {})
  stop.addEventListener('abort', end)
  // It may have been stopped while it connected.
  if (stop.aborted) end()
  const ended = new Promise<void>((end) => client.once('end', end))
  // A listener that sends nothing never notices that the server is gone.
  let isLooking = false
  const look = setInterval(() => {
    if (isLooking) return
    isLooking = true
    client.query('select').then(
      () => (isLooking = false),
      () => {},
    )
  }, lookEvery)
  try {
    if (!(await hearsItself(client, options))) return false
    client.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith(probePrefix)) state.onNotification(payload)
    })
    state.listening = true
    // Notifications were lost while it did not listen.
    if (state.hasListened) onChange()
    state.hasListened = true
    await ended
    return true
  } finally {
    clearInterval(look)
    state.listening = false
    stop.removeEventListener('abort', end)
    await client.end().catch(() => {})
  }
}

async function openListener({ url, silenceTimeoutMs }: ChangeFeedOptions) {
  const client = new pg.Client({ connectionString: url, ...connectionDefaults })
  client.on('error', () => {})
  await client.connect()
  dropSilentConnections(client, silenceTimeoutMs)
  await client.query(`listen ${changeChannel}`)
  return client
}

/** Whether a notification sent through the pool arrives on this connection; throws if the connection ends. */
async function hearsItself(client: pg.Client, { db, echoWithin = 3_000 }: ChangeFeedOptions) {
  const probe = `${probePrefix}${newId()}`
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), echoWithin)
  client.once('end', () => reject(new Error('the connection of the change feed ended')))
  client.on('notification', ({ payload }) => payload === probe && resolve(true))
  // Handles a rejection before anybody awaits it.
  promise.catch(() => {})
  try {
    await sql`select pg_notify(${changeChannel}, ${probe})`.execute(db)
    return await promise
  } finally {
    clearTimeout(late)
  }
}
