import type { ConfigReader } from './config.ts'
import { parseDsn, type Dsn } from './sentry-dsn.ts'

/** A Sentry-compatible service that is told of errors in browsers and on the server. */
export interface ErrorReportingConfig {
  dsn: Dsn
  environment: string
  /** Null where nobody says which version runs. */
  release: string | null
}

/** Null without a DSN: then no error leaves the machine, and nothing of it is loaded in a browser. */
export function readErrorReporting(read: ConfigReader, environment: string): ErrorReportingConfig | null {
  const isDsn = (value: string) => parseDsn(value) !== null
  const text = read.optional('ERROR_REPORTING_DSN', isDsn, 'a DSN such as https://key@errors.example/1')
  const isWord = (value: string) => /^[\w.@+-]{1,64}$/.test(value)
  const name = read.text('ERROR_REPORTING_ENVIRONMENT', environment, isWord, 'at most 64 letters and digits')
  const release = read.optional('ERROR_REPORTING_RELEASE', isWord, 'at most 64 letters and digits')
  return text === null ? null : { dsn: parseDsn(text)!, environment: name, release }
}
