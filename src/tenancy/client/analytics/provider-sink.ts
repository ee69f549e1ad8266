import type { AnalyticsCall, Properties } from '#lib/client-analytics/index.ts'
import { createBatches, type AnalyticsSink } from './event-batches.ts'

interface Provider {
  url: string
  token: string
}

interface Message {
  endpoint: 'track' | 'engage'
  body: object
}

const messagesPerRequest = 50

/**
 * Sends events of people with consent to a service with Mixpanel's HTTP protocol: events, identities and aliases
 * to `/track`, properties of people to `/engage` (https://developer.mixpanel.com/reference/track-event).
 */
export function createProviderSink(provider: Provider): AnalyticsSink {
  const batches = createBatches<Message>({
    size: messagesPerRequest,
    async deliver(messages) {
      const statuses = await Promise.all(
        (['track', 'engage'] as const).map((endpoint) =>
          post(
            provider,
            endpoint,
            messages.filter((one) => one.endpoint === endpoint).map(({ body }) => body),
          ),
        ),
      )
      return statuses.every((status) => status < 500 && status !== 429)
    },
  })
  return { send: (call) => batches.add(messageOf(call, provider.token)), flush: batches.flush }
}

/** As a form: a JSON body would need a CORS preflight each time. */
async function post({ url }: Provider, endpoint: string, bodies: object[]) {
  if (bodies.length === 0) return 200
  const answer = await fetch(`${url}/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams({ data: JSON.stringify(bodies) }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
  return answer.status
}

function messageOf(call: AnalyticsCall, token: string): Message {
  if (call.kind === 'people') {
    const body = { $token: token, $distinct_id: call.distinct_id, $set: call.properties }
    return { endpoint: 'engage', body }
  }
  const about = { token, time: Date.now(), $insert_id: crypto.randomUUID() }
  const track = (event: string, properties: Properties): Message => ({
    endpoint: 'track',
    body: { event, properties: { ...properties, ...about } },
  })
  if (call.kind === 'event') return track(call.name, { ...call.properties, distinct_id: call.distinct_id })
  if (call.kind === 'alias')
    return track('$create_alias', { alias: call.alias, distinct_id: call.distinct_id })
  const { distinct_id, anonymous_id } = call
  return track('$identify', { distinct_id, $identified_id: distinct_id, $anon_id: anonymous_id })
}
