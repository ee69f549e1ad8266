import pg from 'pg'
import type { RecordedStatement } from './recorded-statements.ts'

export interface StatementResult {
  text: string
  /** Error of the statement; null if it ran. */
  error: string | null
  /** Number of shards; null without a distributed table, or if it was not planned. */
  shards: number | null
}

const anySchool = '00000000-0000-4000-8000-000000000000'

/** Integrity constraints (class 23) and row-level security depend on rows, which this database does not have. */
const isAboutRows = ({ code = '' }: pg.DatabaseError) => code.startsWith('23') || code === '42501'

/** Runs each statement in its own transaction, which is rolled back. */
export async function runStatements(url: string, statements: readonly RecordedStatement[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const results: StatementResult[] = []
  try {
    for (const statement of statements) results.push(await runOne(client, statement))
  } finally {
    await client.end()
  }
  return results
}

async function runOne(client: pg.Client, { text, parameters }: RecordedStatement): Promise<StatementResult> {
  let shards: number | null = null
  await client.query('begin')
  try {
    await client.query(`set local app.school_id = '${anySchool}'`)
    if (isPlannable(text)) shards = await shardsOf(client, { text, parameters })
    await client.query(text, parameters)
    return { text, error: null, shards }
  } catch (error) {
    const isHarmless = error instanceof pg.DatabaseError && isAboutRows(error)
    return { text, error: isHarmless ? null : (error as Error).message, shards }
  } finally {
    await client.query('rollback')
  }
}

const isPlannable = (text: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text)

async function shardsOf(client: pg.Client, { text, parameters }: RecordedStatement) {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, parameters)
  const counts = rows.flatMap((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
  return counts.length ? Math.max(...counts.map(Number)) : null
}
