import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startNode, type ChildProcessHandle } from './children.ts'
import { waitUntil } from './wait-until.ts'

/** The embedded Postgres in its own process, which restarts it when it is killed. */
export async function openDatabaseProcess(dataDir: string) {
  let keeper: ChildProcessHandle
  const start = async () => {
    keeper = startNode('src/testing/harness/embedded-postgres-process.ts', [dataDir], {})
    const [line] = await keeper.waitForOutput(/^\{"url".*/)
    return (JSON.parse(line) as { url: string }).url
  }
  // Over TCP, like most installations.
  const url = (await start()).replace(/\?.*/, '')
  const pid = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

  const answers = () => acceptsConnections(url)

  return {
    url,
    /** Kills the server with SIGKILL; resolves when a new one has recovered. */
    async kill() {
      const before = pid()
      process.kill(before, 'SIGKILL')
      await waitUntil('the database after a kill', 60_000, async () => {
        try {
          return pid() !== before && (await answers())
        } catch {
          return false
        }
      })
    },
    /** Stops the server, so that nobody listens at its address. */
    async stop() {
      await keeper.stop()
      await waitUntil('the end of the database', 30_000, async () => !(await answers()))
    },
    /** Starts it at the same address. */
    async start() {
      if ((await start()).replace(/\?.*/, '') !== url) throw new Error('the database came back elsewhere')
    },
    close: () => keeper.stop(),
  }
}

async function acceptsConnections(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
