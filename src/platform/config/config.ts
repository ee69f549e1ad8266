import { databaseGroup, type DatabaseConfig } from './database.ts'
import { environmentGroup, type EnvironmentConfig } from './environment.ts'
import { errorReportingGroup, type ErrorReportingConfig } from './error-reporting.ts'
import { httpGroup, type HttpConfig } from './http.ts'
import { mailTransportGroup, type MailTransportConfig } from './mail-transport.ts'
import type { ConfigGroup } from './settings.ts'
import { storageGroup, type StorageConfig } from './storage.ts'
import { telemetryGroup, type TelemetryConfig } from './telemetry.ts'
import { transportGroup, type TransportConfig } from './transport.ts'

/**
 * The configuration of a process. Layers above add their properties in a `config.ts` by declaration merging, and
 * `src/config.ts` reads all of them.
 */
export interface Config
  extends EnvironmentConfig, HttpConfig, TransportConfig, DatabaseConfig, StorageConfig, MailTransportConfig {
  /** Null if traces and metrics are not sent. */
  telemetry: TelemetryConfig | null
  /** Null if errors are not reported. */
  errorReporting: ErrorReportingConfig | null
}

/** The settings that every product needs. `productGroups` are those of the layers above. */
export const platformGroups = (productGroups: readonly Pick<ConfigGroup, 'settings'>[]) =>
  [
    environmentGroup,
    httpGroup,
    transportGroup([storageGroup, telemetryGroup, errorReportingGroup, ...productGroups]),
    databaseGroup,
    storageGroup,
    mailTransportGroup,
    telemetryGroup,
    errorReportingGroup,
  ] as const

/** Origin of one of our hosts, as used in links. */
export function originFor(config: Pick<Config, 'publicProtocol' | 'publicPort'>, hostname: string) {
  return `${config.publicProtocol}://${hostname}${config.publicPort === null ? '' : `:${config.publicPort}`}`
}
