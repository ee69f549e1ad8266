import type { Session } from './session.ts'

/** Shares of what a provider records, as the specification sets them. */
export const sampleRates = { traces: 1, replaySession: 0.1, replayOnError: 1 } as const

export interface ReportedUser {
  id: string
  user_type: string
}

export interface ErrorReporter {
  setUser(user: ReportedUser | null): void
  capture(error: unknown): void
}

const nobody: ErrorReporter = { setUser() {}, capture() {} }

let reporter = nobody

/** Switches a third-party error reporter on. None is, unless configuration names one. */
export function switchReporterOn(chosen: ErrorReporter) {
  reporter = chosen
}

export const errorReporting: ErrorReporter = {
  setUser: (user) => reporter.setUser(user),
  capture: (error) => reporter.capture(error),
}

/** The user that errors are reported with: no name and no e-mail address. */
export function reportedUser(session: Session | null): ReportedUser | null {
  const id = session?.details?._id
  return id ? { id, user_type: session.user_type ?? 'Unknown' } : null
}
