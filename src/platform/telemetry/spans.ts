/** The role of a span in a call, as OpenTelemetry defines it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

/**
 * Attributes of a span, named by OpenTelemetry's semantic conventions. No personal data and no SQL parameters.
 */
export type SpanAttributes = Record<string, string | number | undefined>

export interface SpanOptions {
  name: string
  kind: SpanKind
  attributes: SpanAttributes
  /** The `traceparent` header of the caller. Ignored inside another span of this process. */
  parent?: string | undefined
  /**
   * The `traceparent` of the span that enqueued this work. The new span starts its own trace, linked to that one.
   */
  queuedBy?: string | undefined
  /** Milliseconds since the work began; default 0. */
  startedMsAgo?: number
}

/** A span that has started. */
export interface Span {
  /** Value of the W3C header `traceparent` for work that this span causes. */
  readonly traceparent: string
  setName(name: string): void
  setAttributes(attributes: SpanAttributes): void
  /** Marks the span as failed. `type` is a code or class name, never a message. */
  fail(type: string): void
  end(): void
}

export interface Tracer {
  /** Starts a child of the active span. */
  start(options: SpanOptions): Span
  /** Runs `work` with `span` active, across its awaits. */
  activate<T>(span: Span, work: () => T): T
  /** Records work that took `ms` until now as a child of the active span; does nothing without one. */
  recordChild(options: SpanOptions, result: { ms: number; errorType?: string | undefined }): void
  /** Whether calls to this host include `traceparent`. */
  isOwnHost(hostname: string): boolean
}

let tracer: Tracer | undefined

/** Sets the tracer of this process; undefined stops tracing. */
export function setTracer(next: Tracer | undefined) {
  tracer = next
}

/** The tracer of this process; undefined without a trace receiver. */
export const getTracer = () => tracer

/** Runs `work` in a span that ends with it. Without a tracer it only runs `work`, and builds no options. */
export function inSpan<T>(
  options: () => SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return tracer ? runInSpan(tracer, options(), work) : work(undefined)
}

async function runInSpan<T>(active: Tracer, options: SpanOptions, work: (span: Span) => Promise<T>) {
  const span = active.start(options)
  try {
    return await active.activate(span, () => work(span))
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Value of `error.type`: a code of the error, else its class. Messages may contain personal data. */
export function errorType(error: unknown): string {
  const { code, failure, name } = error as { code?: unknown; failure?: unknown; name?: unknown }
  const type = [code, failure, name].find((value) => typeof value === 'string' && /^\w{1,60}$/.test(value))
  return (type as string | undefined) ?? '_OTHER'
}
