import { pino, stdSerializers, type Logger, type LoggerOptions } from 'pino'

/**
 * Structured lines on standard output. They leave in blocks, at the latest after a quarter of a second and before the
 * process ends: one write for each line would cost a busy process more than many an answer.
 */
export function openLog(level: string): Logger {
  return pino(
    logOptions(level),
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
  )
}

/** What verbs and jobs may write lines to. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export const silentLog: Log = pino({ level: 'silent' })

export const logOptions = (level: string): LoggerOptions => ({ level, serializers: { err: tellError } })

/**
 * An error without what a library hangs on to it: the database's carry their whole connection, and rows of people in
 * their details.
 */
function tellError(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...((typeof code === 'string' || typeof code === 'number') && { code }) }
}
