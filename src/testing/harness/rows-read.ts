import pg from 'pg'
import { measureStatements, ownDatabase } from './harness.ts'

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/**
 * Number of rows that the queries of `work` read, counted by Postgres in a second run with fresh statistics of
 * `tables`.
 */
export async function rowsReadBy(school_id: string, tables: string[], work: () => Promise<unknown>) {
  const { statements, parameters } = await measureStatements(work)
  const client = new pg.Client({ connectionString: (await ownDatabase()).ownerUrl })
  await client.connect()
  try {
    for (const table of tables) await client.query(`analyze ${client.escapeIdentifier(table)}`)
    let rows = 0
    for (const [at, text] of statements.entries()) {
      if (!/^\s*(select|with)\b/i.test(text)) continue
      await client.query(`begin; set local app.school_id = '${school_id}'`)
      const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${text}`,
        [...parameters[at]!],
      )
      await client.query('rollback')
      rows += rowsRead(plans[0]!['QUERY PLAN'][0]!.Plan)
    }
    return rows
  } finally {
    await client.end()
  }
}

function rowsRead(node: PlanNode): number {
  const own = node['Relation Name']
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own)
}
