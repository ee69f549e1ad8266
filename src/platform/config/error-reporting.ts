import type { TextFormat } from './formats.ts'
import { parseDsn, type Dsn } from './sentry-dsn.ts'
import { defineConfigGroup, textSetting, urlSetting } from './settings.ts'

/** A Sentry-compatible service for errors of browsers and server. */
export interface ErrorReportingConfig {
  dsn: Dsn
  environment: string
  /** Version of the product, or null. */
  release: string | null
}

const dsn: TextFormat = {
  test: (value) => parseDsn(value) !== null,
  expected: 'a DSN such as https://key@errors.example/1',
}
const word: TextFormat = {
  test: (value) => /^[\w.@+-]{1,64}$/.test(value),
  expected: 'at most 64 letters and digits',
}

export const errorReportingGroup = defineConfigGroup({
  title: 'Error reports',
  usedBy: ['web', 'worker'],
  settings: {
    ERROR_REPORTING_DSN: urlSetting({
      description: 'Sentry-compatible service for errors of browsers and server',
      format: dsn,
      plaintextConnection: 'errors',
    }),
    ERROR_REPORTING_ENVIRONMENT: textSetting({
      description: 'Environment in error reports',
      format: word,
      defaultFrom: 'NODE_ENV',
    }),
    ERROR_REPORTING_RELEASE: textSetting({ description: 'Release in error reports', format: word }),
  },
  resolve(values) {
    const { ERROR_REPORTING_DSN: text, ERROR_REPORTING_ENVIRONMENT: environment } = values
    const errorReporting: ErrorReportingConfig | null =
      text === null ? null : { dsn: parseDsn(text)!, environment, release: values.ERROR_REPORTING_RELEASE }
    return { errorReporting }
  },
})
