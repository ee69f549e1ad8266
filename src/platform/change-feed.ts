import pg from 'pg'
import type { Logger } from 'pino'
import { endSilence, patience } from './pool.ts'
import { changeChannel } from './transact.ts'

interface ChangeFeedOptions {
  url: string
  log: Pick<Logger, 'warn'>
  /** A school changed in some process; undefined means that changes may have been missed: drop everything. */
  onChange: (school_id?: string) => void
  /** Milliseconds without an answer after which the connection is given up. */
  silence?: number
  /** Milliseconds between two looks whether the database is still there. */
  lookEvery?: number
}

export interface ChangeFeed {
  close(): Promise<void>
}

/** Listens for changed schools on a connection of its own, which comes back by itself after a fault. */
export function listenForChanges({
  url,
  log,
  onChange,
  silence,
  lookEvery = 20_000,
}: ChangeFeedOptions): ChangeFeed {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let look: NodeJS.Timeout | undefined
  let closed = false

  async function connect() {
    const next = new pg.Client({ connectionString: url, ...patience })
    client = next
    const lost = () => {
      if (client !== next || closed) return
      client = undefined
      clearInterval(look)
      retry = setTimeout(() => void connect(), 1_000)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => onChange(payload || undefined))
    try {
      await next.connect()
      endSilence(next, silence)
      await next.query(`listen ${changeChannel}`)
      onChange()
      if (closed) return
      // Somebody who only listens never hears that the other side is gone.
      look = setInterval(() => void next.query('select').catch(() => {}), lookEvery)
    } catch (error) {
      log.warn({ err: error }, 'the change feed could not connect and tries again')
      lost()
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(look)
      await client?.end().catch(() => {})
    },
  }
}
