import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import type { SeedSize } from './seed-schools.ts'
import type { Measurement } from './figures.ts'
import { openSeededDatabase } from './folder.ts'
import type { Scenario } from './scenarios.ts'
import { createBenchFixture, type BenchFixture } from './bench-fixture.ts'

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Number of rows from which a sequential scan counts as an error. */
const many = 1_000

/** Finds statements of these routes that scan a whole table with many schools. */
export async function findScans(scenarios: Scenario[], crowd: SeedSize): Promise<Measurement> {
  const { postgres, config, appUrl } = await openSeededDatabase(crowd)
  const client = new pg.Client({ connectionString: appUrl })
  try {
    const fixture = await createBenchFixture(postgres.url, 'crowd-1')
    const statements = await statementsOf(scenarios, fixture, { config, appUrl })
    await client.connect()
    const lines = [['statements that read a whole table', 'table', 'rows']]
    for (const statement of statements)
      for (const { table, rows } of await scansOf(client, fixture.school_id, statement))
        lines.push([statement.sql.slice(0, 160), table, String(rows)])
    const value = lines.length - 1
    lines.push([`${value} of ${statements.length}`, '', ''])
    return {
      figures: [{ name: 'scans_of_whole_tables', value, unit: 'statements', bar: 0, better: 'lower' }],
      lines,
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function statementsOf(
  scenarios: Scenario[],
  fixture: BenchFixture,
  { config, appUrl }: Pick<Awaited<ReturnType<typeof openSeededDatabase>>, 'config' | 'appUrl'>,
) {
  const statements = new Map<string, Statement>()
  const onStatement = (sql: string, parameters: readonly unknown[]) =>
    void statements.set(sql, { sql, parameters })
  const app = await createApp({ config, databaseUrl: appUrl, logger: pino({ level: 'error' }), onStatement })
  for (const scenario of scenarios) {
    const { url, method = 'GET', turns } = scenario.target(fixture)
    const { headers, body, url: own } = turns[0]!
    const payload = body === undefined ? {} : { payload: body }
    const answer = await app.http.inject({ method, url: own ?? url, headers, ...payload })
    if (answer.statusCode >= 300) throw new Error(`${scenario.name} answered ${answer.statusCode}`)
  }
  await app.close()
  return [...statements.values()].filter(({ sql }) => /^(?:select|insert|update|delete|with)\b/i.test(sql))
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
}

async function scansOf(client: pg.Client, school_id: string, { sql, parameters }: Statement) {
  await client.query(`begin; set local app.school_id = '${school_id}'`)
  try {
    const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters])
    const tables = wholeTables(rows[0]['QUERY PLAN'][0].Plan as Node)
    const sizes = await client.query<{ table: string; rows: number }>(
      'select relname as table, reltuples::int as rows from pg_class where relname = any($1) and reltuples >= $2',
      [tables, many],
    )
    return sizes.rows
  } finally {
    await client.query('rollback')
  }
}

const wholeTables = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(wholeTables),
]
