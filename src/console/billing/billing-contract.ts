import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  OkReply,
  Optional,
  PageOf,
  PagingParams,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { PaymentEvent } from '#payments/contract.ts'
import { BillingInterval, PlanTier, SubscriptionStatus } from '#school-billing/contract.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath } from '../shapes.ts'

const SchoolBilling = Type.Object({
  school_id: Id,
  name: Type.String(),
  school_url: Type.String(),
  status: SubscriptionStatus,
  plan: Nullable(PlanTier),
  interval: Nullable(BillingInterval),
  quantity: Nullable(Type.Integer()),
  /** Price of all seats for one interval. */
  amount: Nullable(MinorUnits),
  currency: Nullable(Type.String()),
  cancel_at_period_end: Type.Boolean(),
  period_end: Nullable(Instant),
  past_due_since: Nullable(Instant),
  last_invoice: Nullable(Type.Object({ status: Type.String(), total: Type.Integer(), created_at: Instant })),
})

export const listBilling = defineRoute({
  name: 'consoleListBilling',
  method: 'GET',
  path: `${basePath}/billing`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List what schools pay for their plan; filter by name, address or status',
  query: Type.Object({
    search: Optional(Text(100)),
    status: Optional(SubscriptionStatus),
    ...PagingParams,
  }),
  csv: 'billing',
  reply: [200, PageOf(SchoolBilling)],
})

export const listPlatformPaymentEvents = defineRoute({
  name: 'consoleListPaymentEvents',
  method: 'GET',
  path: `${basePath}/payment-events`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List webhooks of payment providers that name no school: plans of schools, and unknown payments',
  query: Type.Object({
    ...PagingParams,
    state: Optional(StringEnum('received', 'processed', 'ignored', 'failed')),
  }),
  reply: [200, PageOf(PaymentEvent)],
})

export const replayPlatformPaymentEvent = defineRoute({
  name: 'consoleReplayPaymentEvent',
  method: 'POST',
  path: `${basePath}/payment-events/:id/replay`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Handle a failed webhook again',
  params: Type.Object({ id: Id }),
  reply: [200, OkReply],
  refusals: ['payment_event_not_failed'],
})
