/**
 * `npm run container:test`: runs the steps of the Containerfile in directories, for machines without a container
 * runtime, and starts the result: as user nobody, with a read-only tree, with its own Postgres.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startProgram } from './processes/children.ts'
import { openDatabaseProcess } from './processes/database-process.ts'
import { send } from './processes/send.ts'

const root = join(import.meta.dirname, '..')
const nobody = 65_534
const base = mkdtempSync(join(tmpdir(), 'lyceum-container-'))
chmodSync(base, 0o755)

interface Stage {
  folder: string
  workdir: string
  env: Record<string, string>
  user: string
  check: string[]
  command: string[]
}

/** Files that are not part of the build context. */
const ignored = new Set(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean))

function build(): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  const steps = readFileSync(join(root, 'Containerfile'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  for (const step of steps) {
    console.log(step.slice(0, 100))
    const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(step)!
    if (word === 'FROM') {
      const [image = '', , name = 'last'] = rest.split(' ')
      if (!image.startsWith('node:24')) throw new Error(`${image} is not Node's own image`)
      stage = { folder: join(base, name), workdir: '/', env: {}, user: 'root', check: [], command: [] }
      stages.set(name, stage)
    } else carryOut(stage!, stages, { word, rest })
  }
  return stage!
}

function carryOut(stage: Stage, stages: Map<string, Stage>, { word, rest }: { word: string; rest: string }) {
  const inStage = (path: string) =>
    join(stage.folder, path.startsWith('/') ? path : join(stage.workdir, path))
  if (word === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(inStage(rest), { recursive: true })
  } else if (word === 'ENV')
    Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split(/=(.*)/s, 2))))
  else if (word === 'COPY') copy(stages, inStage, rest.split(' '))
  else if (word === 'RUN')
    // The image's user `node` is nobody here, and its root directory is the stage's.
    execFileSync(
      '/bin/sh',
      [
        '-ec',
        rest.replaceAll('node:node', `${nobody}:${nobody}`).replaceAll(' /data', ` ${inStage('/data')}`),
      ],
      {
        cwd: inStage(stage.workdir),
        // Uses this machine's package registry settings.
        env: { ...process.env, ...stage.env },
        stdio: 'inherit',
      },
    )
  else if (word === 'USER') stage.user = rest
  else if (word === 'HEALTHCHECK') stage.check = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  else if (word === 'CMD') stage.command = JSON.parse(rest) as string[]
}

function copy(stages: Map<string, Stage>, inStage: (path: string) => string, words: string[]) {
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null
  const to = words.pop()!
  for (const what of words) {
    const source = from ? join(stages.get(from)!.folder, what) : join(root, what)
    const target = to === './' && what !== '.' ? inStage(what) : inStage(to)
    mkdirSync(dirname(target), { recursive: true })
    const isSent = (path: string) => from !== null || !ignored.has(path.slice(root.length + 1))
    cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter: isSent })
  }
}

const stage = build()
if (stage.user !== 'node') throw new Error(`it runs as ${stage.user}`)
const dataDir = join(stage.folder, 'data')
chownSync(dataDir, nobody, nobody)
const database = await openDatabaseProcess(join(base, 'database'))
const env = {
  ...stage.env,
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
  ALLOW_PLAINTEXT_CONNECTIONS: 'public',
  APP_SECRET: 'tDq0i3yW8sKfHb5LxZr7Vn2cGm9oPjEu',
  ROOT_DOMAIN: 'localhost',
}
const runInSchool = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups']
const cwd = join(stage.folder, stage.workdir)
try {
  // Files of root are read-only for nobody, like the whole image under `read_only: true`.
  const run = [...runInSchool, '--', '/bin/sh', '-ec', `cd ${cwd}; exec "$0" "$@"`, process.execPath]
  const child = startProgram('setpriv', [...run, ...stage.command.slice(1)], { env })
  const [, port] = await child.waitForOutput(/"port":(\d+).*web is ready/)
  const origin = `http://127.0.0.1:${port}`
  execFileSync(process.execPath, stage.check.slice(1), { env: { ...env, PORT: port } })
  const page = await send(origin, { host: 'localhost', path: '/' })
  if (page.status !== 200) throw new Error(`the first page answered ${page.status}`)
  const end = await child.stop()
  if (end !== 0) throw new Error(`it ended with ${end}`)
  console.log('✓ it starts as nobody, is healthy, answers a page and stops in order')
} finally {
  await database.close()
  rmSync(base, { recursive: true, force: true })
}
process.exit(0)
