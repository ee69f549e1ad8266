import { createBatches, type AnalyticsSink } from './event-batches.ts'

/** Posts a body to the product's own `/analytics/v1`. Rejects without a response. */
export type PostUsageEvents = (body: object) => Promise<{ status: number }>

/** The contract has the same maximum. */
const eventsPerRequest = 20

/**
 * Sends events to the school itself. The server takes the person from the session, so identity calls are not
 * sent.
 */
export function createSchoolSink(post: PostUsageEvents): AnalyticsSink {
  let isRefused = false
  const batches = createBatches<object>({
    size: eventsPerRequest,
    async deliver(events) {
      const { status } = await post({ action: 'USAGE_EVENTS', sent_at: Date.now(), events })
      // The school has switched analytics off since the page was rendered.
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
