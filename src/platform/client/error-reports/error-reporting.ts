export interface ReportedUser {
  id: string
  user_type: string
}

/** The part of a stored session that identifies its user. */
interface ReportedSession {
  user_type: string | null
  details: { _id?: string } | null
}

export interface ErrorReporter {
  setUser(user: ReportedUser | null): void
  capture(error: unknown): void
}

/** Maximum number of errors stored before the reporter loads. */
const maxEarlyErrors = 10
const earlyErrors: unknown[] = []
let user: ReportedUser | null = null
let reporter: ErrorReporter | undefined
let onFirstError: (() => void) | undefined

/** Stores errors until a reporter is loaded; calls `load` with the first of them. */
export function deferErrorReporter(load: () => void) {
  onFirstError = load
  // The first script of the page calls this; a loaded reporter captures errors itself.
  window.captureError = (error) => void (reporter ?? errorReporting.capture(error))
  window.earlyErrors?.splice(0).forEach(errorReporting.capture)
}

/** Sets the error reporter. None is set unless one is configured. */
export function setErrorReporter(chosen: ErrorReporter) {
  reporter = chosen
  reporter.setUser(user)
  for (const error of earlyErrors.splice(0)) reporter.capture(error)
}

export const errorReporting: ErrorReporter = {
  setUser(next) {
    user = next
    reporter?.setUser(next)
  },
  capture(error) {
    if (isExpectedError(error)) return
    if (reporter) return reporter.capture(error)
    if (onFirstError && earlyErrors.length < maxEarlyErrors) earlyErrors.push(error)
    onFirstError?.()
  },
}

/** Whether an error is no fault of the product: a refused call, a lost connection, or a missing page. */
export function isExpectedError(error: unknown): boolean {
  const status = (error as { status?: unknown } | null | undefined)?.status
  return error === undefined || (typeof status === 'number' && status < 500)
}

/** The user of a report: without name and e-mail address. */
export function reportedUser(session: ReportedSession | null): ReportedUser | null {
  const id = session?.details?._id
  return id ? { id, user_type: session.user_type ?? 'Unknown' } : null
}
