/**
 * `npm run bench`: response times of the product, each beside its floor, measured in one run on this machine. `--
 * --json` prints only the figures; `-- --only NAME` measures one; `-- --seconds N` sets the length of a round.
 * `-- --only webhooks` accepts webhooks of a payment provider.
 * `-- --only overload --runs 1` takes one minute, all five runs about two and a half. `-- --only first_lesson`
 * opens a lesson in Chromium on slow connections, `student_home` and `navigation` the pages of a student, `search`
 * searches a school of 100,000 people, `memory --minutes 60` loads web and worker, in one process and in two, and
 * measures their memory. `-- --only scale` and `-- --only plans` use many schools
 * (`--schools 10000 --enrolments 1000000`), created by `npm run bench:seed`.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { seedDemo } from '#demo/seed.ts'
import { loadConfig } from '#config.ts'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { metricsToJson, formatTable, type Metric, type Measurement } from './figures.ts'
import { dataFolder } from './folder.ts'
import { measureMemory } from './memory.ts'
import { measureOverload } from './overload.ts'
import { findScans } from './plans.ts'
import { measureStartup } from './measure-startup.ts'
import { inBrowser } from './student-home.ts'
import { measureScale } from './scale.ts'
import { measureSearch } from './search.ts'
import { measureAutosave, measureGrowth, createGrowthFixture, type GrowthResult } from './growth-result.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { paystackKey, webhookIntake } from './webhook-intake.ts'
import { compareRequests, type Comparison, type Timing } from './measure-requests.ts'
import { startProgram } from './processes.ts'
import { createStatementLog, type Recording } from './record.ts'
import { createBenchFixture, type BenchFixture } from './bench-fixture.ts'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    schools: { type: 'string', default: '10000' },
    enrolments: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    runs: { type: 'string', default: '5' },
  },
})
/** Scenarios of an installation with a payment provider are not measured with many schools. */
const measured = [...scenarios, webhookIntake]
const chosen = measured.filter(({ name }) => !options.only || name === options.only)
const browserMeasurement = options.only ? inBrowser[options.only] : undefined
const isSelected = (name: string) => !options.only || options.only === name
const others = 'search growth overload ready memory scale plans'.split(' ')
const names = [...measured.map(({ name }) => name), ...Object.keys(inBrowser), ...others]
if (options.only && !names.includes(options.only)) throw new Error(`--only takes one of ${names.join(', ')}`)

if (options.only === 'scale' || options.only === 'plans') {
  const large = { schools: Number(options.schools), enrolments: Number(options.enrolments) }
  if (!existsSync(dataFolder(large)))
    throw new Error(
      `first: npm run bench:seed -- --schools ${options.schools} --enrolments ${options.enrolments}`,
    )
  const seconds = Number(options.seconds)
  print(
    await (options.only === 'scale'
      ? measureScale({ scenarios, large, seconds })
      : findScans(scenarios, large)),
  )
  process.exit(0)
}
if (options.only === 'memory') {
  print(await measureMemory(Number(options.minutes)))
  process.exit(0)
}
if (options.only === 'ready') {
  print(await measureStartup())
  process.exit(0)
}

/** Columns of the table of scenarios. */
const headings =
  'figure,ratio,spread,bar,product /s,floor /s,p50 ms,p99 ms,floor p99,cpu µs,floor cpu µs,MB,floor MB'.split(
    ',',
  )
const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-bench-'))
const quiet = { info() {}, warn() {}, error: (text: string) => process.stderr.write(`${text}\n`) }
const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
const stops: (() => Promise<void>)[] = [() => postgres.stop()]
try {
  const figures = await measureAll()
  process.stdout.write(options.json ? `${metricsToJson(figures)}\n` : '')
} finally {
  for (const stop of stops.toReversed()) await stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measureAll(): Promise<Metric[]> {
  const env = {
    NODE_ENV: 'production',
    ALLOW_PLAINTEXT_CONNECTIONS: 'public',
    ROOT_DOMAIN: 'localhost',
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
    // Each login uses its own address, as in real use.
    TRUSTED_PROXIES: 'loopback',
    PAYSTACK_SECRET_KEY: paystackKey,
  }
  const { appUrl, fixture, file } = await recordFloor(env)
  const product = await startProgram(join(import.meta.dirname, 'product.ts'), [], {
    ...env,
    APP_DATABASE_URL: appUrl,
  })
  stops.push(() => product.stop())
  const floor = await startProgram(join(import.meta.dirname, 'floor.ts'), [file], env)
  stops.push(() => floor.stop())

  const figures = await compareScenarios({ product, floor, fixture })
  for (const measure of [
    isSelected('overload') && (() => overload(product.origin, fixture)),
    isSelected('ready') && measureStartup,
    options.only === 'search' && (() => measureSearch(product.origin, postgres.url, fixture)),
    browserMeasurement && (() => browserMeasurement(product.origin, fixture)),
  ])
    if (measure) {
      const { figures: others, lines: rows } = await measure()
      figures.push(...others)
      if (!options.json) process.stdout.write(`\n${formatTable(rows)}`)
    }
  if (!isSelected('growth')) return figures
  return [...figures, ...(await measureAllGrowth(product.origin, fixture))]
}

/** Creates a database with the demo schools, and records the answers of the product for the floor. */
async function recordFloor(env: Record<string, string>) {
  const config = loadConfig(env)
  const appUrl = appRoleUrl(postgres.url, config.appSecret)
  await migrate(postgres.url, { appRolePassword: new URL(appUrl).password })

  const log = createStatementLog()
  const app = await createApp({
    config,
    databaseUrl: appUrl,
    logger: pino({ level: 'error' }),
    onStatement: log.note,
  })
  await seedDemo({ config, db: app.services.databases.db, storage: app.services.storage })
  const fixture = await createBenchFixture(postgres.url, 'codecraft')
  const recording: Recording = {
    databaseUrl: appUrl,
    password: fixture.password,
    passwordHash: fixture.passwordHash,
    pages: [],
    calls: [],
  }
  for (const scenario of chosen) {
    if (scenario.recordPage) recording.pages.push(await scenario.recordPage(app, fixture))
    if (scenario.recordCall) recording.calls.push(await scenario.recordCall(app, log, fixture))
  }
  await app.close()

  const file = join(dataDir, 'recording.json')
  writeFileSync(file, JSON.stringify(recording))
  return { appUrl, fixture, file }
}

type Program = Awaited<ReturnType<typeof startProgram>>

interface Setup {
  product: Program
  floor: Program
  fixture: BenchFixture
}

async function compareScenarios({ product, floor, fixture }: Setup) {
  const figures: Metric[] = []
  const lines = [headings]
  for (const scenario of chosen) {
    const target = scenario.target(fixture)
    const compared = await compareRequests(
      { ...target, url: product.origin + target.url, processorMs: product.processorMs },
      {
        ...target,
        processorMs: floor.processorMs,
        url: `${floor.origin}/${scenario.name}`,
        turns: target.turns.map(({ headers, body }) => ({ headers, ...(body !== undefined && { body }) })),
      },
      { seconds: Number(options.seconds) },
    )
    lines.push(row(scenario, compared, { memory: product.memory(), floorMemory: floor.memory() }))
    figures.push(...figuresOf(scenario, compared, product.memory()))
  }
  if (!options.json && chosen.length) process.stdout.write(formatTable(lines))
  return figures
}

async function measureAllGrowth(origin: string, fixture: BenchFixture): Promise<Metric[]> {
  const growth = await createGrowthFixture(postgres.url, fixture)
  const measuring = { origin, fixture, growth, seconds: Number(options.seconds) }
  const grown = await measureGrowth(measuring)
  const autosave = await measureAutosave(measuring)
  if (!options.json) process.stdout.write(`\n${formatTable(growthLines(grown, autosave))}`)
  return [
    ...grown.map(({ name, ratio, bar }): Metric => ({
      name,
      value: ratio,
      unit: 'times',
      bar,
      better: 'lower',
    })),
    { name: 'builder_autosave_p99', value: autosave.p99, unit: 'ms', bar: null, better: 'lower' },
  ] satisfies Metric[]
}

function growthLines(grown: GrowthResult[], autosave: Timing) {
  return [
    ['growth', 'times', 'bar', 'small p50', 'large p50', 'small p97', 'large p97', 'small B', 'large B'],
    ...grown.map(({ name, ratio, bar, small, large }) => [
      name,
      ratio.toFixed(2),
      bar.toFixed(2),
      ...[small.p50, large.p50, small.p97, large.p97].map((ms) => ms.toFixed(1)),
      small.bytes.toFixed(0),
      large.bytes.toFixed(0),
    ]),
    ['builder_autosave', '', '', '', autosave.p50.toFixed(1), '', autosave.p97.toFixed(1), '', ''],
  ]
}

function row(
  { name, bar }: Scenario,
  { ratio, spread, product, floor }: Comparison,
  { memory, floorMemory }: { memory: number; floorMemory: number },
) {
  return [
    name,
    ratio.toFixed(2),
    spread.map((value) => value.toFixed(2)).join('–'),
    bar?.toFixed(2) ?? '',
    product.rate.toFixed(0),
    floor.rate.toFixed(0),
    product.p50.toFixed(1),
    product.p99.toFixed(1),
    floor.p99.toFixed(1),
    (product.processor * 1000).toFixed(0),
    (floor.processor * 1000).toFixed(0),
    memory.toFixed(0),
    floorMemory.toFixed(0),
  ]
}

function figuresOf(
  { name, bar, minRate = 0 }: Scenario,
  { ratio, spread, product, floor }: Comparison,
  memory: number,
): Metric[] {
  return [
    { name: `${name}_of_floor`, value: ratio, unit: 'share', bar, better: 'higher', spread },
    {
      name: `${name}_rate`,
      value: product.rate,
      unit: 'requests/s',
      bar: bar === null ? null : Math.max(minRate, floor.rate * bar),
      better: 'higher',
    },
    { name: `${name}_p50`, value: product.p50, unit: 'ms', bar: null, better: 'lower' },
    { name: `${name}_p99`, value: product.p99, unit: 'ms', bar: null, better: 'lower' },
    // With 16 concurrent requests. The load generator counts whole milliseconds: below one there is no ratio.
    {
      name: `${name}_p99_of_p50`,
      value: product.p99 / Math.max(product.p50, 1),
      unit: 'times',
      bar: 3,
      better: 'lower',
    },
    {
      name: `${name}_processor_of_floor`,
      value: product.processor / floor.processor,
      unit: 'times',
      bar: null,
      better: 'lower',
    },
    { name: `${name}_memory`, value: memory, unit: 'MB', bar: null, better: 'lower' },
  ]
}

function overload(origin: string, fixture: BenchFixture) {
  const { target } = scenarios.find(({ name }) => name === 'course_content')!
  const [seconds, runs] = [Number(options.seconds), Number(options.runs)]
  return measureOverload({ target: { ...target(fixture), url: origin }, seconds, runs })
}

function print({ figures, lines }: Measurement) {
  process.stdout.write(options.json ? `${metricsToJson(figures)}\n` : formatTable(lines))
}
