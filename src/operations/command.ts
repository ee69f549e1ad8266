import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigError } from '#platform/config/read-config.ts'
import { DataDirInUseError } from '#embedded-postgres/data-lock.ts'

/** An error that the operator can correct, printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'Unusable'
}

const plainErrors = [UsageError, ConfigError, DataDirInUseError]

/** Runs a command to its end; SIGINT and SIGTERM abort the signal. */
export async function runCommand(usage: string, run: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => stop.abort(new UsageError('Stopped.')))
  process.once('disconnect', () => stop.abort(new UsageError('Stopped.')))
  try {
    if (process.argv.includes('--help')) printLine(usage)
    else await run(stop.signal)
    process.exit(0)
  } catch (error) {
    const isPlain =
      plainErrors.some((kind) => error instanceof kind) ||
      String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${isPlain ? (error as Error).message : String((error as Error).stack)}\n`)
    process.exit(1)
  }
}

export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Parses command line options; an unknown option fails with the usage text. */
export function parseOptions<T extends NonNullable<ParseArgsConfig['options']>>(options: T) {
  return parseArgs({ options, allowPositionals: false }).values
}

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
