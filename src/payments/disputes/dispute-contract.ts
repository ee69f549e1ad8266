import { Type } from 'typebox'
import {
  Id,
  Instant,
  InstantText,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Amount, OrderDetails, Provider } from '../shapes.ts'

const ById = Type.Object({ id: Id })
const State = StringEnum('open', 'won', 'lost')

const PaymentSettings = Type.Object({
  /** What happens to the buyer’s access while a dispute is open. */
  dispute_access: StringEnum('keep', 'close'),
})

export const getPaymentSettings = defineRoute({
  name: 'getPaymentSettings',
  method: 'GET',
  path: '/payments/v1/settings',
  access: 'admin',
  summary: 'How the school handles payments',
  reply: [200, PaymentSettings],
})

export const updatePaymentSettings = defineRoute({
  name: 'updatePaymentSettings',
  method: 'PUT',
  path: '/payments/v1/settings',
  access: 'admin',
  summary: 'Changes how the school handles payments',
  body: PaymentSettings,
  reply: [200, PaymentSettings],
})

const Dispute = Type.Object({
  id: Id,
  order_id: Id,
  order_number: Type.String(),
  buyer: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  provider: Provider,
  provider_dispute_id: Type.String(),
  state: State,
  amount: MinorUnits,
  currency: Type.String(),
  /** In the provider’s words. */
  reason: Type.String(),
  due_at: Nullable(Instant),
  evidence_sent_at: Nullable(Instant),
  created_at: Instant,
  closed_at: Nullable(Instant),
})

export const listDisputes = defineRoute({
  name: 'listDisputes',
  method: 'GET',
  path: '/payments/v1/disputes',
  access: 'admin',
  csv: 'disputes',
  summary: 'Disputes of the school’s payments, newest first',
  query: Type.Object({ ...PagingParams, state: Type.Optional(State), order_id: Type.Optional(Id) }),
  reply: [200, PageOf(Dispute)],
})

/** Facts about the sale that staff may attach. */
const evidenceFacts = ['receipt', 'enrolment', 'activity'] as const
export const EvidenceFact = StringEnum(...evidenceFacts)

export const getDisputeEvidence = defineRoute({
  name: 'getDisputeEvidence',
  method: 'GET',
  path: '/payments/v1/disputes/:id/evidence',
  access: 'admin',
  summary: 'Facts about a disputed sale, in English as banks read it',
  params: ById,
  reply: [
    200,
    Type.Object({
      receipt: Type.String(),
      enrolment: Type.String(),
      activity: Type.String(),
      /** The text that was sent; null before. */
      sent_text: Nullable(Type.String()),
    }),
  ],
})

export const submitDisputeEvidence = defineRoute({
  name: 'submitDisputeEvidence',
  method: 'POST',
  path: '/payments/v1/disputes/:id/evidence',
  access: 'admin',
  summary: 'Sends the school’s side of a dispute to the provider, once',
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  params: ById,
  body: Type.Object({
    text: Text(5_000),
    attach: Type.Array(EvidenceFact, { maxItems: 3, uniqueItems: true }),
    /** Paystack asks for the buyer’s telephone number. */
    customer_phone: Type.Optional(SingleLineText(30)),
  }),
  reply: [200, OrderDetails],
  refusals: ['dispute_closed', 'evidence_sent', 'evidence_not_supported', 'evidence_not_delivered'],
})

export const recordManualDispute = defineRoute({
  name: 'recordManualDispute',
  method: 'POST',
  path: '/payments/v1/orders/:id/disputes',
  access: 'admin',
  summary: 'Records a dispute of a Flutterwave payment, which its API does not report',
  params: ById,
  body: Type.Object({
    payment_id: Id,
    /** The provider’s id of the dispute or chargeback. */
    provider_dispute_id: SingleLineText(120),
    amount: Type.Optional(Amount),
    reason: Type.Optional(Text(200)),
    due_at: Type.Optional(InstantText),
  }),
  reply: [200, OrderDetails],
  refusals: ['dispute_reported_by_provider'],
})

export const closeManualDispute = defineRoute({
  name: 'closeManualDispute',
  method: 'POST',
  path: '/payments/v1/disputes/:id/close',
  access: 'admin',
  summary: 'Records how a dispute of a Flutterwave payment ended',
  params: ById,
  body: Type.Object({ result: StringEnum('won', 'lost') }),
  reply: [200, OrderDetails],
  refusals: ['dispute_reported_by_provider', 'dispute_closed'],
})
