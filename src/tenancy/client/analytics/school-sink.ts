import { createBatches, type AnalyticsSink } from './event-batches.ts'

/** Posts a body to the product's own `/analytics/v1`. Rejects when no answer came. */
export type PostUsageEvents = (body: object) => Promise<{ status: number }>

/** The same number stands in the contract. */
const eventsPerRequest = 20

/**
 * Reports events to the school itself. Who it was the server takes from the session, so the calls that name a person are
 * not sent.
 */
export function createSchoolSink(post: PostUsageEvents): AnalyticsSink {
  let isRefused = false
  const batches = createBatches<object>({
    size: eventsPerRequest,
    async deliver(events) {
      const { status } = await post({ action: 'USAGE_EVENTS', sent_at: Date.now(), events })
      // The school has switched analytics off since this page was made.
      if (status === 403) isRefused = true
      return status < 500 && status !== 429
    },
  })
  return {
    send(call) {
      if (call.kind !== 'event' || isRefused) return
      const { name, properties } = call
      batches.add({ id: crypto.randomUUID(), name, at: Date.now(), properties })
    },
    flush: batches.flush,
  }
}
