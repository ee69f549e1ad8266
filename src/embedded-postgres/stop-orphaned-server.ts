import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterDir } from './cluster.ts'
import type { DataDirectory } from './data-directory.ts'
import type { Log } from './server.ts'

/** Stops a server that outlived its parent process. The data lock is held, so nobody else uses it. */
export async function stopOrphanedServer(dataDirectory: DataDirectory, log: Log) {
  const pid = orphanOf(clusterDir(dataDirectory))
  if (!pid) return
  log.warn(`Stopping an orphaned database server (process ${pid})`)
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal)
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50))
      if (!orphanOf(clusterDir(dataDirectory))) return
  }
}

/** The process of the lock file, if it is running and is this cluster's server: the process id may be reused. */
function orphanOf(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(pid > 1)) return null
  try {
    process.kill(pid, 0)
    // A server's working directory is its cluster. Without /proc only the process id can be checked.
    return existsSync('/proc/self/cwd') && realpathSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)
      ? null
      : pid
  } catch {
    return null
  }
}
