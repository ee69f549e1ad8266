// `npm run citus:check`: runs the migrations and every statement of the endpoint tests on a Citus cluster.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareCluster, UnusableCluster } from '#testing/citus/prepare-cluster.ts'
import { readStatements } from '#testing/citus/recorded-statements.ts'
import { runStatements, type StatementResult } from '#testing/citus/run-statements.ts'

const usage = 'DATABASE_URL=postgres://… npm run citus:check [-- --statements FILE]'

try {
  process.exitCode = (await check()) ? 0 : 1
} catch (error) {
  console.error(error instanceof UnusableCluster ? error.message : error)
  process.exitCode = 1
}

async function check() {
  const { values } = parseArgs({ options: { statements: { type: 'string' } } })
  const url = process.env.DATABASE_URL
  if (!url) throw new UnusableCluster(`DATABASE_URL names no cluster: ${usage}`)
  const tables = await prepareCluster(url)
  console.log(`${tables} tables are distributed`)
  const file = values.statements ?? (await recordStatements())
  const results = await runStatements(url, readStatements(file))
  return report(results, file)
}

/** The endpoint tests run on the embedded Postgres, whatever DATABASE_URL is. */
async function recordStatements() {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-statements-'))
  const file = join(folder, 'statements.jsonl')
  const { DATABASE_URL: _cluster, ...inherited } = process.env
  const env = { ...inherited, RECORD_STATEMENTS: file }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=dot']
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  if (status !== 0) console.error('Some tests failed: their statements may be missing.')
  return file
}

function report(results: StatementResult[], file: string) {
  const failed = results.filter(({ error }) => error !== null)
  const spread = results.filter(({ shards }) => shards !== null && shards > 1)
  for (const { text, error } of failed) console.error(`\nfailed: ${error}\n  ${text}`)
  for (const { text, shards } of spread) console.error(`\ngoes to ${shards} shards:\n  ${text}`)
  console.log(`\n${results.length} statements of ${file}`)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
  console.log(`${spread.length} go to more than one shard`)
  return results.length > 0 && failed.length === 0 && spread.length === 0
}
