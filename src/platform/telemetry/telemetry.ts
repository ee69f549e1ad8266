import type { TelemetryConfig } from '../config/telemetry.ts'
import type { Log } from './log.ts'

export interface RequestMeasurement {
  method: string
  /** The declared route, not the requested path. */
  route: string
  status: number
  ms: number
}

export interface JobMeasurement {
  name: string
  ms: number
  failed: boolean
}

export interface StatementResult {
  ms: number
  /** Code of the error; undefined for success. */
  errorType: string | undefined
}

/** A number that is read each time metrics are sent. */
export interface Gauge {
  name: string
  unit: string
  read(): number | Promise<number>
}

/**
 * Metrics of this process. Spans are recorded with `inSpan`. No personal data: routes, tenants, jobs, numbers.
 */
export interface Telemetry {
  request(measurement: RequestMeasurement): void
  job(measurement: JobMeasurement): void
  /** Records operation and table of a statement, and a child of the active span. */
  statement(text: string, result: StatementResult): void
  gauges(more: Gauge[]): void
  /** Sends what is left, within some seconds. */
  close(): Promise<void>
}

export interface TelemetryOptions {
  /** Calls to this domain and its sub-domains include `traceparent`. */
  ownDomain: string
  log: Pick<Log, 'info' | 'warn'>
}

/** Loads and starts telemetry if a receiver is configured; else returns undefined without loading anything. */
export async function openTelemetry(
  config: TelemetryConfig | null,
  options: TelemetryOptions,
): Promise<Telemetry | undefined> {
  if (!config) return undefined
  const { startTelemetry } = await import('./start.ts')
  return startTelemetry(config, options)
}
