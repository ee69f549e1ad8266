import pg from 'pg'
import type { Logger } from 'pino'
import { changeChannel } from './transact.ts'

interface ChangeFeedOptions {
  url: string
  log: Pick<Logger, 'warn'>
  /** A school changed in some process; undefined means that changes may have been missed: drop everything. */
  onChange: (school_id?: string) => void
}

export interface ChangeFeed {
  close(): Promise<void>
}

/** Listens for changed schools on a connection of its own, which comes back by itself after a fault. */
export function listenForChanges({ url, log, onChange }: ChangeFeedOptions): ChangeFeed {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect() {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = next
    const lost = () => {
      if (client !== next || closed) return
      client = undefined
      retry = setTimeout(() => void connect(), 1_000)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => onChange(payload || undefined))
    try {
      await next.connect()
      await next.query(`listen ${changeChannel}`)
      onChange()
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
      await client?.end().catch(() => {})
    },
  }
}
