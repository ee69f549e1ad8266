import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { createChangeLogReader } from './change-log.ts'
import { openChangeListeners } from './change-listeners.ts'
import type { Database } from './database.server.ts'
import { dropSilentConnections, connectionDefaults } from './pool.ts'
import { newId } from '../security/tokens.ts'

/** Channel on which processes tell each other what to drop from their caches. */
const changeChannel = 'lyceum_changes'

interface ChangeFeedOptions {
  /** A connection that may listen: a pooler that gives each transaction another connection delivers nothing to it. */
  url: string
  /** Where the change log is read, by way of the pool. */
  db: Database
  log: Pick<Logger, 'warn'>
  /** A school changed in some process; undefined means that changes may have been missed: drop everything. */
  onChange: (school_id?: string) => void
  /** Milliseconds without an answer after which the connection is given up. */
  silence?: number
  /** Milliseconds between two looks whether the database is still there. */
  lookEvery?: number
  /** Milliseconds that a notification of our own may take to come back. */
  echoWithin?: number
  /** Milliseconds after which a connection that heard nothing is tried again. */
  listenAgainAfter?: number
}

export interface ChangeFeed {
  /** Whether changes are heard as they are committed; else they are seen within a second. */
  isListening(): boolean
  close(): Promise<void>
}

/** Milliseconds between two looks into the change log. */
const readEvery = 800

const probePrefix = 'probe '

/**
 * Tells of changed schools, as they are committed and in any case within a second. Listens on a connection of its own,
 * which comes back by itself after a fault; whether that hears anything is tried by a notification through the pool.
 * The change log is read beside it: a lost connection is noticed late, and a pooler may deliver nothing.
 */
export function listenForChanges(options: ChangeFeedOptions): ChangeFeed {
  const { db, log, onChange, listenAgainAfter = 300_000 } = options
  const stopping = new AbortController()
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const pairs = openChangeListeners((topic) => onChange(topic || undefined))
  const state: FeedState = {
    listening: false,
    hasListened: false,
    hear: (topic) => pairs.arrived('heard', topic),
  }

  async function keepListening() {
    while (!stopping.signal.aborted) {
      let heard = true
      try {
        heard = await listenOnce(state, options, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'the change feed could not connect and tries again')
      }
      if (!heard) log.warn(unheard)
      await pause(heard ? 1_000 : listenAgainAfter)
    }
  }

  async function keepReading() {
    const changes = createChangeLogReader(db)
    // What was cached before the first look may be older than it.
    await changes.read().then(
      () => onChange(),
      () => {},
    )
    while (!stopping.signal.aborted) {
      const topics = await changes.read().catch(() => [])
      if (topics === null) onChange()
      else for (const topic of topics) pairs.arrived('read', topic)
      await pause(readEvery)
    }
  }

  const running = Promise.all([keepListening(), keepReading()])
  return {
    isListening: () => state.listening,
    async close() {
      stopping.abort()
      await running
    },
  }
}

const unheard =
  'the database delivers no notifications, as behind a pooler in transaction mode: changes are seen within a second; DATABASE_LISTEN_URL can name a direct connection'

interface FeedState {
  listening: boolean
  hasListened: boolean
  hear: (topic: string) => void
}

/** Listens until the connection ends or `stop` aborts; returns false where it hears nothing. */
async function listenOnce(state: FeedState, options: ChangeFeedOptions, stop: AbortSignal) {
  const { onChange, lookEvery = 20_000 } = options
  const client = await openListener(options)
  const end = () => void client.end().catch(() => {})
  stop.addEventListener('abort', end)
  // It may have been stopped while it connected.
  if (stop.aborted) end()
  const ended = new Promise<void>((end) => client.once('end', end))
  // Somebody who only listens never hears that the other side is gone.
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
      if (!payload.startsWith(probePrefix)) state.hear(payload)
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

async function openListener({ url, silence: silenceTimeoutMs }: ChangeFeedOptions) {
  const client = new pg.Client({ connectionString: url, ...connectionDefaults })
  client.on('error', () => {})
  await client.connect()
  dropSilentConnections(client, silenceTimeoutMs)
  await client.query(`listen ${changeChannel}`)
  return client
}

/** Whether a notification that goes out through the pool comes back on this connection; throws where that ends. */
async function hearsItself(client: pg.Client, { db, echoWithin = 3_000 }: ChangeFeedOptions) {
  const probe = `${probePrefix}${newId()}`
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), echoWithin)
  client.once('end', () => reject(new Error('the connection of the change feed ended')))
  client.on('notification', ({ payload }) => payload === probe && resolve(true))
  // It may end while nobody awaits the echo yet.
  promise.catch(() => {})
  try {
    await sql`select pg_notify(${changeChannel}, ${probe})`.execute(db)
    return await promise
  } finally {
    clearTimeout(late)
  }
}
