export interface ReportedUser {
  id: string
  user_type: string
}

/** The part of a stored session that names its user. */
interface ReportedSession {
  user_type: string | null
  details: { _id?: string } | null
}

export interface ErrorReporter {
  setUser(user: ReportedUser | null): void
  capture(error: unknown): void
}

/** Errors that happen before the reporter is loaded. */
const maxEarlyErrors = 10
const earlyErrors: unknown[] = []
let user: ReportedUser | null = null
let reporter: ErrorReporter | undefined
let onFirstError: (() => void) | undefined

/** Has errors kept until a reporter is there; `load` is called with the first of them. */
export function deferErrorReporter(load: () => void) {
  onFirstError = load
  // The first script of the page hears of these; a reporter that has been loaded does so by itself.
  window.captureError = (error) => void (reporter ?? errorReporting.capture(error))
  window.earlyErrors?.splice(0).forEach(errorReporting.capture)
}

/** Switches a third-party error reporter on. None is, unless configuration names one. */
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

/** Refused calls, a lost connection and pages that do not exist are no faults of the product. */
export function isExpectedError(error: unknown): boolean {
  const status = (error as { status?: unknown } | null | undefined)?.status
  return error === undefined || (typeof status === 'number' && status < 500)
}

/** The user that errors are reported with: no name and no e-mail address. */
export function reportedUser(session: ReportedSession | null): ReportedUser | null {
  const id = session?.details?._id
  return id ? { id, user_type: session.user_type ?? 'Unknown' } : null
}
