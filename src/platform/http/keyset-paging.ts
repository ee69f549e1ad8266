import { sql, type SelectQueryBuilder } from 'kysely'
import { refuseInvalidField } from '../contract/refusal.ts'

type Value = string | number | Date

interface KeysetOptions<Row> {
  /** Columns of a total order, the id last, all in one direction, with an index. */
  by: string[]
  direction: 'asc' | 'desc'
  limit: number | undefined
  cursor: string | undefined
  /** Values of `by` in the row, in that order. */
  key: (row: Row) => Value[]
}

/** Reads one page after `cursor`. The cost does not depend on the position. Refuses an invalid cursor. */
export async function paginateByKeyset<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, direction, limit = 20, cursor, key }: KeysetOptions<Row>,
): Promise<{ data: Row[]; next_cursor: string | null }> {
  const columns = by.map((name) => sql.ref(name))
  let paged = query
  if (cursor !== undefined) {
    const after = decode(cursor, by.length)
    const beyond = direction === 'asc' ? sql`>` : sql`<`
    paged = paged.where(sql<boolean>`(${sql.join(columns)}) ${beyond} (${sql.join(after)})`)
  }
  for (const column of columns) paged = paged.orderBy(column, direction)
  // A literal, because a plan for an unknown limit assumes a tenth of all rows.
  const rows = await paged.limit(sql.lit(limit + 1)).execute()
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next_cursor: rows.length > limit && last ? encode(key(last)) : null }
}

function encode(values: Value[]) {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function decode(cursor: string, length: number): Value[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const sound =
      Array.isArray(values) &&
      values.length === length &&
      values.every(
        (value) => typeof value === 'number' || (typeof value === 'string' && !value.includes('\0')),
      )
    if (sound) return values as Value[]
  } catch {
    // Falls through to the refusal of an invalid cursor.
  }
  return refuseInvalidField('cursor', 'invalid_cursor', 'This cursor is not one that a list gave out.')
}
