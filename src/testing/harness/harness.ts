import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type QueryId } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createApp, type App } from '#app.ts'
import { isChangeFeedStatement } from '#platform/database/change-log.ts'
import { loadConfig } from '#config.ts'
import { connectDatabases, type Databases } from '#platform/database/database.server.ts'
import { logOptions } from '#platform/telemetry/log.ts'
import { afterFileHooks } from './after-file-hooks.ts'
import { statementRecorder } from '../citus/recorded-statements.ts'
import { citusProblems } from '../citus/statement-rules.ts'
import { cloneTemplate, testSecret } from './databases.ts'
import { tableOwners } from '../table-owners/declared-tables.ts'
import { foreignWrites, isWrite } from '../table-owners/foreign-writes.ts'
import { StatementCallers } from '../table-owners/statement-callers.ts'

export const rootDomain = 'lyceum.test'

const statements = new Set<string>()
const callers = new StatementCallers()
/** Writing statements with the domains that ran them first; empty after they were checked. */
const writers = new Map<string, string[]>()
const refusals = new Set<string>()
/** Statements of earlier files that Citus accepts. */
const accepted = new Set<string>()
const record = process.env.RECORD_STATEMENTS ? statementRecorder(process.env.RECORD_STATEMENTS) : undefined
let counted = 0
let roundTrips = 0
let listed: string[] | undefined
let listedParameters: (readonly unknown[])[] = []

let opened: Promise<App> | undefined
let heard: Record<string, unknown>[] | undefined
const logger = pino(logOptions(process.env.TEST_LOG ? 'warn' : 'silent'), {
  write(line: string) {
    heard?.push(JSON.parse(line) as Record<string, unknown>)
    if (process.env.TEST_LOG) process.stdout.write(line)
  },
})
let clock: (() => Date) | undefined

/** The product over this worker's database, opened on first use and shared by later files. */
export function getTestApp(): Promise<App> {
  opened ??= open()
  return opened
}

/** Number of statements of `work`, while nothing else runs. */
export async function countStatements(work: () => Promise<unknown>) {
  const before = counted
  await work()
  await commitsSent()
  return counted - before
}

/**
 * Resolves when the commits of reading transactions were sent, which wait for the end of the event loop's turn.
 */
const commitsSent = () => new Promise((resolve) => setTimeout(resolve, 5))

export interface StatementCost {
  /** Statements in order, including begin and commit. */
  statements: string[]
  /** Parameters of each statement. */
  parameters: (readonly unknown[])[]
  /** How often a connection had to wait for a response. */
  roundTrips: number
}

/** Statements of `work`, while nothing else runs. */
export async function measureStatements(work: () => Promise<unknown>): Promise<StatementCost> {
  const statements: string[] = []
  listed = statements
  const parameters: (readonly unknown[])[] = []
  listedParameters = parameters
  const before = roundTrips
  try {
    await work()
    return { statements, parameters, roundTrips: roundTrips - before }
  } finally {
    listed = undefined
  }
}

/** Sets the server's clock until `resetClock`. */
export function setClock(now: Date | (() => Date)) {
  clock = now instanceof Date ? () => now : now
}
/** Captures every log line until `deafen` is called. */
export function captureLog() {
  heard = []
  logger.level = 'info'
  return heard
}
export function stopCapturingLog() {
  heard = undefined
  logger.level = process.env.TEST_LOG ? 'warn' : 'silent'
}

export function resetClock() {
  clock = undefined
}

/** Addresses of this worker's database, for its owner and the application's role. */
export const ownDatabase = () =>
  cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), `w${process.env.VITEST_POOL_ID ?? '0'}`)

/** This worker's database for the application's role, for statements that break the rules on purpose. */
export async function openUnrecordedDatabases(): Promise<Databases> {
  return connectDatabases({ url: (await ownDatabase()).appUrl, max: 2 })
}

async function open() {
  const { appUrl } = await ownDatabase()
  const config = loadConfig({
    NODE_ENV: 'test',
    ROOT_DOMAIN: rootDomain,
    PORT: '3000',
    DATA_DIR: mkdtempSync(join(inject('scratch'), 'data-')),
    APP_SECRET: testSecret,
    LOG_LEVEL: 'silent',
    ALLOW_LOOPBACK_OUTBOUND: 'on',
    ANALYTICS_ENABLED: 'on',
    SUPPORT_EMAILS: 'privileged@lyceum.test, support@lyceum.test',
  })
  return createApp({
    config,
    databaseUrl: appUrl,
    logger,
    now: () => clock?.() ?? new Date(),
    plugins: [callers],
    onStatement(statement, parameters, queryId) {
      statements.add(statement)
      noteWriters(statement, queryId)
      record?.({ text: statement, parameters })
      if (isChangeFeedStatement(statement)) return
      counted += 1
      listed?.push(statement)
      if (listed) listedParameters.push(parameters)
    },
    onRoundTrip: (statement) => void (isChangeFeedStatement(statement) || (roundTrips += 1)),
    onRefusal: (route, code) => refusals.add(`${route.name} ${code}`),
    pages: 'none',
  })
}

afterFileHooks.push(async () => {
  resetClock()
  if (!opened) return
  const strays = await statementsAcrossSchools(await opened)
  statements.clear()
  const owners = await tableOwners()
  const foreign = [...writers].flatMap(([text, domains]) =>
    foreignWrites(text, { domains, owners }).map((table) => `${domains.at(-1)} writes ${table}: ${text}`),
  )
  for (const text of writers.keys()) writers.set(text, [])
  mkdirSync('.test-output', { recursive: true })
  if (refusals.size)
    appendFileSync('.test-output/refusals.txt', [...refusals].map((line) => `${line}\n`).join(''))
  refusals.clear()
  // Without a policy such a statement would leak data.
  if (strays.length)
    throw new Error(`Statements on tenant tables that span schools (docs/citus.md):\n${strays.join('\n')}`)
  if (foreign.length)
    throw new Error(`Writes to tables of other domains (src/testing/table-owners):\n${foreign.join('\n')}`)
})

/** Recorded until a domain runs it: a test may have run the same statement before. */
function noteWriters(statement: string, queryId: QueryId) {
  if (writers.has(statement) || !isWrite(statement)) return
  const domains = callers.domainsOf(queryId)
  if (domains.length) writers.set(statement, domains)
}

/** Statements that Citus would refuse or run on every shard, each with the reason. */
async function statementsAcrossSchools({ services }: App) {
  const tables = await sql<{ relname: string }>`
    select relname from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`.execute(
    services.databases.auxDb,
  )
  const names = new Set(tables.rows.map((row) => row.relname))
  return [...statements]
    .filter((text) => !accepted.has(text))
    .flatMap((text) => {
      const problems = citusProblems(text, names)
      if (problems.length === 0) accepted.add(text)
      return problems.map((problem) => `${problem}: ${text}`)
    })
}
