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
  /** The error's code; undefined where the statement succeeded. */
  errorType: string | undefined
}

/** A number that is read each time metrics are sent. */
export interface Gauge {
  name: string
  unit: string
  read(): number | Promise<number>
}

/** The metrics of this process. Spans are recorded with `inSpan`. No personal data: routes, schools, jobs, numbers. */
export interface Telemetry {
  request(measurement: RequestMeasurement): void
  job(measurement: JobMeasurement): void
  /** One statement; its kind and table are recorded, and a span below the active one. */
  statement(text: string, result: StatementResult): void
  gauges(more: Gauge[]): void
  /** Sends what is left, within some seconds. */
  close(): Promise<void>
}

export interface TelemetryOptions {
  /** Calls to this domain and those below it carry `traceparent`. */
  ownDomain: string
  log: Pick<Log, 'info' | 'warn'>
}

/** Loads and starts it where the configuration names a receiver; undefined otherwise, and nothing is loaded. */
export async function openTelemetry(
  config: TelemetryConfig | null,
  options: TelemetryOptions,
): Promise<Telemetry | undefined> {
  if (!config) return undefined
  const { startTelemetry } = await import('./start.ts')
  return startTelemetry(config, options)
}
