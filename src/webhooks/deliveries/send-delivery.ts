import type { Config } from '#platform/config/config.ts'
import { sendOutbound, OutboundError } from '#platform/outbound/index.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { redactSecrets } from './redact.ts'
import { signPayload } from '../endpoints/signature.ts'

const answerBytes = 4_096

export interface DeliveryResult {
  started_at: Date
  duration_ms: number
  status: number | null
  failure: string | null
  response_body: string
  retryAfterMs: number
}

/** Sends a delivery once. Only 2xx counts as delivered; redirects are not followed. */
export async function sendDelivery(config: Config, delivery: ClaimedDelivery): Promise<DeliveryResult> {
  const started_at = new Date()
  const began = performance.now()
  const outcome = { status: null, failure: null, response_body: '', retryAfterMs: 0 }
  try {
    const answer = await sendOutbound({
      method: 'POST',
      url: delivery.url,
      headers: signedHeaders(delivery, started_at),
      body: delivery.body,
      answerLimit: answerBytes,
      beyondLimit: 'cut',
      allowLoopback: config.allowLoopbackOutbound,
    })
    const { status, headers } = answer
    const seconds = Number(headers['retry-after'])
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
    const redactedBody = redactSecrets(answer.body.toString())
    return {
      ...outcome,
      started_at,
      duration_ms: since(began),
      status,
      response_body: redactedBody,
      retryAfterMs,
    }
  } catch (error) {
    const failure = error instanceof OutboundError ? error.failure : 'connection_failed'
    return { ...outcome, started_at, duration_ms: since(began), failure }
  }
}

function signedHeaders({ event_id, body, secrets }: ClaimedDelivery, at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Webhooks/1',
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signPayload(secrets, { id: event_id, timestamp, body }),
  }
}

const since = (began: number) => Math.round(performance.now() - began)
