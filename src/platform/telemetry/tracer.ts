import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Span, SpanAttributes, SpanKind, SpanOptions, Tracer } from './spans.ts'

interface SpanContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** A span of work in this process. */
interface LocalContext extends SpanContext {
  /**
   * Wall-clock time at zero of the monotonic clock in milliseconds, read once per trace so that its spans are
   * consistent.
   */
  clockOffset: number
}

export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  link: { traceId: string; spanId: string } | undefined
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with fractions. */
  start: number
  end: number
  attributes: SpanAttributes
  errorType: string | undefined
}

export interface TracerOptions {
  /** Share of recorded traces, 0 to 1. */
  share: number
  /** Whether a caller's decision overrides the share. */
  followsParent: boolean
  /** Calls to this domain and its sub-domains include `traceparent`. */
  ownDomain: string
  /** Called with each recorded span at its end. */
  onEnd(span: FinishedSpan): void
}

/** Creates a tracer that records spans and tracks the active one across awaits. */
export function createTracer({ share, followsParent, ownDomain, onEnd }: TracerOptions): Tracer {
  const storage = new AsyncLocalStorage<LocalContext>()

  /** Everybody who decides by trace id records or omits the same traces. */
  function decide(traceId: string, remote: SpanContext | undefined) {
    if (followsParent && remote) return remote.isSampled
    return Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < share
  }

  function rootContext(remote: SpanContext | undefined, link: SpanContext | undefined): LocalContext {
    const traceId = remote?.traceId ?? randomBytes(16).toString('hex')
    const isSampled = decide(traceId, remote ?? link)
    return { traceId, spanId: newSpanId(), isSampled, clockOffset: Date.now() - performance.now() }
  }

  function start(options: SpanOptions): Span {
    const link = parseTraceparent(options.queuedBy)
    const active = link ? undefined : storage.getStore()
    const remote = active || link ? undefined : parseTraceparent(options.parent)
    const context = active ? { ...active, spanId: newSpanId() } : rootContext(remote, link)
    return new LocalSpan(context, options, { parentSpanId: (active ?? remote)?.spanId, link, onEnd })
  }

  return {
    start,
    activate: (span, work) => storage.run((span as LocalSpan).context, work),
    recordChild({ name, kind, attributes }, { ms, errorType }) {
      const active = storage.getStore()
      if (!active?.isSampled) return
      const end = active.clockOffset + performance.now()
      const { traceId, spanId: parentSpanId } = active
      const ids = { traceId, spanId: newSpanId(), parentSpanId, link: undefined }
      onEnd({ ...ids, name, kind, start: end - ms, end, attributes, errorType })
    },
    isOwnHost: (hostname) => hostname === ownDomain || hostname.endsWith(`.${ownDomain}`),
  }
}

interface SpanRelations extends Pick<TracerOptions, 'onEnd'> {
  parentSpanId: string | undefined
  link: SpanContext | undefined
}

class LocalSpan implements Span {
  readonly context: LocalContext
  readonly #relations: SpanRelations
  readonly #kind: SpanKind
  readonly #start: number
  readonly #attributes: SpanAttributes
  #name: string
  #errorType: string | undefined

  constructor(context: LocalContext, options: SpanOptions, relations: SpanRelations) {
    this.context = context
    this.#relations = relations
    const { name, kind, attributes, startedMsAgo = 0 } = options
    this.#kind = kind
    this.#start = context.clockOffset + performance.now() - startedMsAgo
    this.#attributes = { ...attributes }
    this.#name = name
  }

  get traceparent() {
    const { traceId, spanId, isSampled } = this.context
    return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
  }

  setName(name: string) {
    this.#name = name
  }

  setAttributes(attributes: SpanAttributes) {
    Object.assign(this.#attributes, attributes)
  }

  fail(type: string) {
    this.#errorType = type
  }

  end() {
    const { traceId, spanId, isSampled, clockOffset } = this.context
    if (!isSampled) return
    const { parentSpanId, link, onEnd } = this.#relations
    onEnd({
      traceId,
      spanId,
      parentSpanId,
      link: link && { traceId: link.traceId, spanId: link.spanId },
      name: this.#name,
      kind: this.#kind,
      start: this.#start,
      end: clockOffset + performance.now(),
      attributes: this.#attributes,
      errorType: this.#errorType,
    })
  }
}

const newSpanId = () => randomBytes(8).toString('hex')

/**
 * Parses a W3C Trace Context header, version 00 (https://www.w3.org/TR/trace-context/). Undefined for anything
 * else.
 */
function parseTraceparent(value: string | undefined): SpanContext | undefined {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(value ?? '')
  if (!found || /^0+$/.test(found[1]!) || /^0+$/.test(found[2]!)) return undefined
  return { traceId: found[1]!, spanId: found[2]!, isSampled: (Number.parseInt(found[3]!, 16) & 1) === 1 }
}
