import { pino, stdSerializers, type Logger, type LoggerOptions } from 'pino'

/**
 * Structured lines on standard output. They leave in blocks, at the latest after a quarter of a second and before the
 * process ends: one write for each line would cost a busy process more than many an answer.
 */
export function createLog(level: string): Logger {
  return pino(
    logOptions(level),
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
  )
}

/** What verbs and jobs may write lines to. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export const silentLog: Log = pino({ level: 'silent' })

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

/** An error that a line of level error or fatal tells of. */
export interface LoggedError {
  error: Error
  message: string
  /** The other fields of the line, the request's id among them. */
  fields: Record<string, unknown>
}

const errorLevel = 50
let onError: ((logged: LoggedError) => void) | undefined

/** Has every error that is logged in this process reported. */
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
 * An error without what a library hangs on to it: the database's carry their whole connection, and rows of people in
 * their details.
 */
function tellError(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...((typeof code === 'string' || typeof code === 'number') && { code }) }
}
