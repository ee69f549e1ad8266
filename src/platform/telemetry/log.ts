import { pino, stdSerializers, type Logger, type LoggerOptions } from 'pino'

/**
 * Creates a logger of structured lines on standard output. Lines are written in blocks, after a quarter of a
 * second at most and before the process ends, because one write per line is expensive under load.
 */
export function createLog(level: string): Logger {
  return pino(
    logOptions(level),
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
  )
}

/** Logger for verbs and jobs. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export const silentLog: Log = pino({ level: 'silent' })

/** Options of a pino logger that passes errors to the error reports. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  serializers: { err: tellError },
  hooks: {
    logMethod(args, method, levelOfLine) {
      if (levelOfLine >= errorLevel) announceError(args, this.bindings())
      method.apply(this, args)
    },
  },
})

/** An error that was logged at level error or fatal. */
export interface LoggedError {
  error: Error
  message: string
  /** Other fields of the line, including the request's id. */
  fields: Record<string, unknown>
}

const errorLevel = 50
let onError: ((logged: LoggedError) => void) | undefined

/** Sets a function that gets every error logged in this process. */
export function reportLoggedErrors(report: ((logged: LoggedError) => void) | undefined) {
  onError = report
}

function announceError([details, message]: unknown[], bindings: Record<string, unknown>) {
  const error = (details as { err?: unknown } | null)?.err
  if (onError && error instanceof Error)
    onError({
      error,
      message: typeof message === 'string' ? message : '',
      fields: { ...bindings, ...(details as object) },
    })
}

/**
 * Removes what libraries attach to errors: those of the database contain the connection, and rows in their
 * details.
 */
function tellError(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...((typeof code === 'string' || typeof code === 'number') && { code }) }
}
