import { inSpan, type SpanAttributes } from '../telemetry/spans.ts'

const attributesOf = (job: string, operation: 'send' | 'process'): SpanAttributes => ({
  'messaging.system': 'graphile_worker',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': job,
})

/**
 * Enqueues a job in a producer span. `enqueue` stores `traceparent` with the job, so that the job's span is
 * linked to it.
 */
export function inEnqueueSpan<T>(job: string, enqueue: (traceparent: string | undefined) => Promise<T>) {
  const options = () => ({
    name: `send ${job}`,
    kind: 'producer' as const,
    attributes: attributesOf(job, 'send'),
  })
  return inSpan(options, (span) => enqueue(span?.traceparent))
}

interface RunningJob {
  name: string
  id: string
  /** What the product adds, such as the tenant. */
  attributes: SpanAttributes
  /** The value that `inEnqueueSpan` passed on. */
  traceparent: string | undefined
}

/** Runs a job in a consumer span that starts a trace, linked to the span that enqueued it. */
export function inJobSpan<T>({ name, id, attributes, traceparent }: RunningJob, run: () => Promise<T>) {
  const options = () => ({
    name: `process ${name}`,
    kind: 'consumer' as const,
    attributes: {
      ...attributesOf(name, 'process'),
      'messaging.message.id': id,
      ...attributes,
    },
    queuedBy: traceparent,
  })
  return inSpan(options, run)
}
