import { Type } from 'typebox'
import { Id, PageOf, PagingParams, SingleLineText, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { QuarantinedPayment } from '../shapes.ts'

const decision = {
  method: 'POST' as const,
  transaction: 'own' as const,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    /**
     * `accept` counts the money for this order, `return` refunds it through the provider, `ignore` leaves it where it is. The same
     * decision again changes nothing.
     */
    decision: StringEnum('accept', 'return', 'ignore'),
    /** Why; the audit log and the order show it. */
    reason: SingleLineText(500),
  }),
  reply: [200, QuarantinedPayment] as [status: number, schema: typeof QuarantinedPayment],
}

const refusals = [
  'quarantine_decided',
  'quarantine_not_acceptable',
  'quarantine_of_other_account',
  'payment_of_other_order',
  'payment_not_confirmed',
  'provider_unreachable',
] as const

export const decideQuarantinedPayment = defineRoute({
  ...decision,
  name: 'decideQuarantinedPayment',
  path: '/payments/v1/quarantined-payments/:id/decide',
  access: 'admin',
  summary: 'Decides about a payment in the school’s own account that does not fit its order',
  refusals: [...refusals],
})

export const consoleListQuarantinedPayments = defineRoute({
  name: 'consoleListQuarantinedPayments',
  method: 'GET',
  path: '/console/v1/quarantined-payments',
  scope: 'platform',
  access: 'privileged',
  summary: 'Payments of all schools that do not fit their order, newest first',
  query: Type.Object({ ...PagingParams, state: Type.Optional(StringEnum('open')) }),
  reply: [
    200,
    PageOf(
      Type.Object({
        ...QuarantinedPayment.properties,
        school: Type.Object({ school_id: Id, name: Type.String(), url: Type.String() }),
        order_number: Type.String(),
      }),
    ),
  ],
})

export const consoleDecideQuarantinedPayment = defineRoute({
  ...decision,
  name: 'consoleDecideQuarantinedPayment',
  path: '/console/v1/quarantined-payments/:id/decide',
  scope: 'platform',
  access: 'privileged',
  summary: 'Decides about a payment in the platform’s account that does not fit its order',
  refusals: [...refusals],
})
