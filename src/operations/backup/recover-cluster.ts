import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  processOptions,
  clusterDir,
  ownerRole,
  isSocketPathShortEnough,
  connectionUrl,
} from '#embedded-postgres/cluster.ts'
import type { DataDirectory } from '#embedded-postgres/data-directory.ts'
import { serverSettings } from '#embedded-postgres/server-settings.ts'
import { UsageError } from '../command.ts'

interface Recovery {
  dataDirectory: DataDirectory
  programs: string
  password: string
  recoveryTargetTime: Date | null
}

/** Runs Postgres recovery up to a time, calls `look` on the result, and stops the server. */
export async function recoverCluster<T>(
  recovery: Recovery,
  look: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { dataDirectory, programs, password } = recovery
  const port = await freePort()
  const sockets = isSocketPathShortEnough(dataDirectory) ? dataDirectory.dir : ''
  const args = ['-D', clusterDir(dataDirectory), '-p', String(port), '-k', sockets, ...serverSettings(false)]
  const server = spawn(join(programs, 'bin', 'postgres'), args, {
    ...processOptions(dataDirectory),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  createInterface(server.stderr).on('line', (line) => {
    if (lines.push(line) > 200) lines.shift()
  })
  const ended = once(server, 'exit')
  try {
    const client = await recovered(
      connectionUrl(dataDirectory, { port, password, database: ownerRole }),
      () => server.exitCode !== null,
    )
    if (!client) throw failure(lines, recovery.recoveryTargetTime)
    try {
      return await look(client)
    } finally {
      await client.end()
    }
  } finally {
    server.kill('SIGINT')
    await ended
  }
}

async function recovered(url: string, hasEnded: () => boolean): Promise<pg.Client | null> {
  while (!hasEnded()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ under_way: boolean }>('select pg_is_in_recovery() as under_way')
      if (!rows[0]!.under_way) return client
    } catch {
      // The server is starting or has stopped.
    }
    await client.end().catch(() => {})
    await sleep(50)
  }
  return null
}

function failure(lines: string[], to: Date | null) {
  const text = lines.join('\n')
  if (/recovery ended before configured recovery target was reached/.test(text)) {
    const last = /last completed transaction was at log time (.+)$/m.exec(text)?.[1]
    return new UsageError(
      `The stored log ends before ${to?.toISOString()}${last ? `: its last change is from ${last}` : ''}. Remove --to to restore everything.`,
    )
  }
  return new Error(`The database did not start from the backup:\n${lines.slice(-20).join('\n')}`)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
