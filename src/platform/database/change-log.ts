import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from './database.server.ts'

/** Minutes after which a change is deleted: a process that has not read for so long drops everything. */
const changeLogMinutes = 60

export interface ChangeLogReader {
  /** Topics of transactions committed since the last call; null if unknown. */
  read(): Promise<string[] | null>
}

interface Look {
  oldest_running: string
  changes: { id: number; topic: string }[]
}

/** Announces to every process, when this transaction commits, that cached data of a topic is outdated. */
export const announceChange = (tx: Tx, topic: string) => sql`select notify_change(${topic})`.execute(tx)

/**
 * Creates a reader of changes from now on. The first call returns nothing, because caches contain nothing older.
 */
export function createChangeLogReader(db: Database): ChangeLogReader {
  let last: { oldest_running: string; at: number; ids: Set<number> } | null = null
  return {
    async read() {
      const at = Date.now()
      const before = last
      // A transaction that commits late has a lower number than ones read before it.
      const { rows } = await sql<Look>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest_running,
        coalesce((select json_agg(c) from (select min(id) as id, topic from change_log
          where transaction_id >= ${before?.oldest_running ?? null}::xid8 group by transaction_id, topic limit ${maxChanges + 1}) c), '[]') as changes`.execute(
        db,
      )
      const { oldest_running, changes } = rows[0]!
      last = { oldest_running, at, ids: new Set(changes.map(({ id }) => id)) }
      if (!before) return []
      const isWhole = at - before.at < wholeFor && BigInt(oldest_running) >= BigInt(before.oldest_running)
      if (!isWhole || changes.length > maxChanges) return null
      return changes.filter(({ id }) => !before.ids.has(id)).map(({ topic }) => topic)
    },
  }
}

/**
 * Whether a statement belongs to the change feed, which runs beside requests. Tests and benchmarks ignore those.
 */
export const isChangeFeedStatement = (statement: string) => /from change_log\b|pg_notify\(/.test(statement)

/** Beyond this number everything is dropped. */
const maxChanges = 1_000

/** Maximum milliseconds between two complete reads, with a margin for clock differences. */
const wholeFor = (changeLogMinutes - 5) * 60_000

/** Deletes old changes. `pool` is the owner's. */
export async function deleteOldChanges(pool: pg.Pool) {
  await pool.query(`delete from change_log where changed_at < now() - $1 * interval '1 minute'`, [
    changeLogMinutes,
  ])
}
