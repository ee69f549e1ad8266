import type { Log } from './log.ts'
import { tracesDocument } from './otlp.ts'
import { createSendingLoop, type OtlpSender } from './otlp-sender.ts'
import type { FinishedSpan } from './tracer.ts'

/** Maximum waiting spans. While the receiver is unavailable, later ones are dropped. */
export const maxWaitingSpans = 4_096
export const maxSpansPerDocument = 512
const pauseMs = 2_000

interface SpanQueueOptions {
  url: string
  resource: Record<string, string>
  sender: OtlpSender
  log: Pick<Log, 'warn'>
}

/** Sends spans in batches in the background. */
export function createSpanQueue({ url, resource, sender, log }: SpanQueueOptions) {
  let waiting: FinishedSpan[] = []
  let dropped = 0
  let isAway = false

  async function send() {
    // Complete batches first; spans that arrive meanwhile wait for the next delivery.
    for (
      let isFirst = true;
      isFirst ? waiting.length > 0 : waiting.length >= maxSpansPerDocument;
      isFirst = false
    ) {
      const batch = waiting.slice(0, maxSpansPerDocument)
      isAway = !(await sender.post(url, tracesDocument(resource, batch)))
      if (isAway) return
      waiting = waiting.slice(batch.length)
    }
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped while the receiver did not accept them')
    dropped = 0
  }

  const loop = createSendingLoop(pauseMs, send)
  return {
    add(span: FinishedSpan) {
      if (waiting.length >= maxWaitingSpans) return void dropped++
      waiting.push(span)
      // An unavailable receiver is tried at the usual interval.
      if (waiting.length >= maxSpansPerDocument && !isAway) loop.sendNow()
    },
    close: loop.close,
  }
}
