import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  InstantText,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { outboundFailures } from '#platform/outbound/outbound-error.ts'
import { eventTypes } from './events/event-types.ts'

export { eventTypes } from './events/event-types.ts'

export const refusals = declareRefusals({
  webhook_limit_reached: [409, 'A school can have at most 20 webhooks. Delete one first.'],
  webhook_not_active: [409, 'This webhook is paused or turned off. Resume it first.'],
})

const EventTypes = Type.Array(StringEnum(...eventTypes), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
})
const Url = Type.String({ minLength: 1, maxLength: 2_000 })
const Description = Text(200)

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(Type.String()),
  /** `disabled` is set by the product: no delivery succeeded for 72 hours, or the address answered 410 Gone. */
  state: StringEnum('active', 'paused', 'disabled'),
  disabled_reason: Nullable(StringEnum('gone', 'failing')),
  failing_since: Nullable(Instant),
  last_delivered_at: Nullable(Instant),
  created_at: Instant,
  /** When the previous secret expires; null if there is only one. */
  previous_secret_expires_at: Nullable(Instant),
})

/** The only response that contains a secret. */
const WithSecret = Type.Object({ webhook: Webhook, secret: Type.String() })

const DeliveryState = StringEnum('pending', 'delivered', 'failed')
/** Why an attempt got no response. */
const Failure = StringEnum(...outboundFailures)
const delivery = {
  id: Id,
  /** Value of `webhook-id`. */
  event_id: Id,
  event_type: Type.String(),
  state: DeliveryState,
  attempts: Type.Integer(),
  created_at: Instant,
  finished_at: Nullable(Instant),
  /** Time of the next attempt of a pending delivery. */
  next_attempt_at: Instant,
  /** Status of the last attempt's response, or why there was none. */
  last_status: Nullable(Type.Integer()),
  last_failure: Nullable(Failure),
}
const Delivery = Type.Object(delivery)

const Attempt = Type.Object({
  number: Type.Integer(),
  started_at: Instant,
  duration_ms: Type.Integer(),
  status: Nullable(Type.Integer()),
  failure: Nullable(Failure),
  /** The beginning of the response, with secrets redacted. */
  response_body: Type.String(),
})

const path = '/webhooks/v1/endpoints'
const one = Type.Object({ endpoint_id: Id })
const oneDelivery = Type.Object({ endpoint_id: Id, delivery_id: Id })
const often = [{ by: 'user', max: 60, seconds: 3600 }] as const

export const listWebhooks = defineRoute({
  name: 'listWebhooks',
  method: 'GET',
  path,
  access: 'admin',
  summary: 'List webhook endpoints, newest first',
  query: Type.Object(PagingParams),
  csv: 'webhooks',
  reply: [200, PageOf(Webhook)],
})

export const createWebhook = defineRoute({
  name: 'createWebhook',
  method: 'POST',
  path,
  access: 'admin',
  support: 'never',
  summary: 'Create a webhook endpoint; only this response contains its signing secret',
  idempotent: true,
  limits: often,
  body: Type.Object({ url: Url, description: Type.Optional(Description), event_types: EventTypes }),
  reply: [201, WithSecret],
  refusals: ['webhook_limit_reached'],
})

export const getWebhook = defineRoute({
  name: 'getWebhook',
  method: 'GET',
  path: `${path}/:endpoint_id`,
  access: 'admin',
  summary: 'Get a webhook endpoint',
  params: one,
  reply: [200, Webhook],
})

export const updateWebhook = defineRoute({
  name: 'updateWebhook',
  method: 'PUT',
  path: `${path}/:endpoint_id`,
  access: 'admin',
  support: 'never',
  summary: 'Update, pause or resume a webhook endpoint; events during a pause are sent when it resumes',
  params: one,
  body: Type.Object({
    url: Type.Optional(Url),
    description: Type.Optional(Description),
    event_types: Type.Optional(EventTypes),
    state: Type.Optional(StringEnum('active', 'paused')),
  }),
  reply: [200, Webhook],
})

export const deleteWebhook = defineRoute({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: `${path}/:endpoint_id`,
  access: 'admin',
  summary: 'Delete a webhook endpoint with its log and pending deliveries',
  params: one,
  reply: [200, OkReply],
})

export const rotateWebhookSecret = defineRoute({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/:endpoint_id/secrets`,
  access: 'admin',
  support: 'never',
  summary: 'Create a new signing secret; deliveries are signed with both secrets for `overlap_hours`',
  idempotent: true,
  limits: often,
  params: one,
  body: Type.Object({ overlap_hours: Type.Integer({ minimum: 0, maximum: 168, default: 24 }) }),
  reply: [201, WithSecret],
})

export const testWebhook = defineRoute({
  name: 'testWebhook',
  method: 'POST',
  path: `${path}/:endpoint_id/test`,
  access: 'admin',
  summary: 'Send a webhook.test event',
  limits: often,
  params: one,
  reply: [201, Delivery],
  refusals: ['webhook_not_active'],
})

export const listWebhookDeliveries = defineRoute({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/:endpoint_id/deliveries`,
  access: 'admin',
  summary: 'List deliveries of the last 30 days, newest first',
  params: one,
  query: Type.Object({ ...PagingParams, state: Type.Optional(DeliveryState) }),
  csv: 'deliveries',
  reply: [200, PageOf(Delivery)],
})

export const getWebhookDelivery = defineRoute({
  name: 'getWebhookDelivery',
  method: 'GET',
  path: `${path}/:endpoint_id/deliveries/:delivery_id`,
  access: 'admin',
  summary: 'Get a delivery with its body and its latest 50 attempts',
  params: oneDelivery,
  reply: [200, Type.Object({ ...delivery, body: Type.String(), log: Type.Array(Attempt) })],
})

export const replayWebhookDelivery = defineRoute({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: `${path}/:endpoint_id/deliveries/:delivery_id/replay`,
  access: 'admin',
  summary: 'Resend a delivery with the same id and body',
  params: oneDelivery,
  reply: [200, Delivery],
  refusals: ['webhook_not_active'],
})

export const replayFailedWebhooks = defineRoute({
  name: 'replayFailedWebhooks',
  method: 'POST',
  path: `${path}/:endpoint_id/replay`,
  access: 'admin',
  summary: 'Resend up to 1,000 deliveries that failed since a time, oldest first',
  params: one,
  body: Type.Object({ since: InstantText }),
  reply: [200, Type.Object({ replayed: Type.Integer() })],
  refusals: ['webhook_not_active'],
})
