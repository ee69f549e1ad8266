import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { loadConfig } from '#config.ts'
import type { Config } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/read-config.ts'
import { isDatabaseBusy } from '#platform/database/database.server.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { MigrationError } from '#platform/database/migration-files.ts'
import { DataDirInUseError } from '#embedded-postgres/data-lock.ts'
import { StartError } from '#platform/config/start-error.ts'

export interface RunningProcess {
  config: Config
  log: Logger
  /** Stop functions run in reverse order. */
  onStop(stop: () => Promise<unknown>): void
}

/** Maximum milliseconds from the first signal to the end of the process. */
const maxStoppingMs = 28_000

/**
 * Runs a process from its configuration to its end. SIGTERM, SIGINT, SIGHUP and the death of the parent stop it
 * in order; errors that an operator can correct are printed as one message.
 */
export async function runProcess(start: (running: RunningProcess) => Promise<void>) {
  const stops: (() => Promise<unknown>)[] = []
  let log: Logger | undefined
  let stopping = false
  async function stop(exitCode: number) {
    if (stopping) return
    stopping = true
    void sleep(maxStoppingMs, undefined, { ref: false }).then(() => {
      log?.error('stopping took too long')
      process.exit(1)
    })
    let code = exitCode
    for (let next = stops.pop(); next; next = stops.pop())
      await next().catch((error: unknown) => {
        code = 1
        log?.error({ err: error }, 'could not stop in order')
      })
    process.exit(code)
  }
  listenForEnd({ stop, isStopping: () => stopping, log: () => log })

  try {
    const config = loadConfig()
    // From here on only libraries read it: outside the development server they use their production code.
    if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
    log = createLog(config.logLevel)
    await start({ config, log, onStop: (next) => void stops.push(next) })
  } catch (error) {
    if (stopping) return
    process.stderr.write(`${plain(error)}\n`)
    await stop(1)
  }
}

interface ProcessEnd {
  stop: (exitCode: number) => Promise<void>
  isStopping: () => boolean
  /** undefined until the configuration is read. */
  log: () => Logger | undefined
}

/** Stops the process on a signal, on the death of its parent, and on an error that nobody caught. */
function listenForEnd({ stop, isStopping, log }: ProcessEnd) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('disconnect', () => void stop(0))
  const failed = (error: unknown) => {
    if (isStopping()) return
    // A failed statement that nobody awaited is harmless: the pool discards its connection.
    if (isDatabaseBusy(error) || error instanceof pg.DatabaseError) {
      log()?.error({ err: error }, 'a statement failed that nobody waited for')
      return
    }
    log()?.fatal({ err: error }, 'an error that nobody caught')
    void stop(1)
  }
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
}

function plain(error: unknown) {
  const isPlain = [ConfigError, DataDirInUseError, MigrationError, StartError].some(
    (kind) => error instanceof kind,
  )
  if (isPlain) return (error as Error).message
  return (error as Error).stack ?? String(error)
}
