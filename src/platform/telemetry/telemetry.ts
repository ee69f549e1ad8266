import type { TelemetryConfig } from '../config/telemetry.ts'

export interface RequestFacts {
  method: string
  /** As the route was declared, never as it was asked for. */
  route: string
  status: number
  school_id: string | undefined
  ms: number
  /** The request's `traceparent`, if it has one. */
  parent?: string | undefined
}

export interface JobFacts {
  name: string
  school_id: string | undefined
  ms: number
  failed: boolean
}

/** A number that is asked for each time metrics are sent. */
export interface Gauge {
  name: string
  unit: string
  read(): number | Promise<number>
}

/** What the process tells of itself. Of people it knows nothing: routes, schools, jobs, numbers. */
export interface Telemetry {
  request(facts: RequestFacts): void
  job(facts: JobFacts): void
  /** `milliseconds` of one statement; only its kind and table are kept. */
  statement(sql: string, milliseconds: number): void
  gauges(more: Gauge[]): void
  /** Sends what is left. */
  close(): Promise<void>
}

/** Loads and starts it where the configuration names a receiver; undefined otherwise, at no cost. */
export async function openTelemetry(
  config: TelemetryConfig | null,
  log: { warn(details: object, message: string): void },
): Promise<Telemetry | undefined> {
  if (!config) return undefined
  const { startTelemetry } = await import('./start.ts')
  return startTelemetry(config, log)
}
