import { defineSlot } from '#tenancy/context/domain-events.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'

/**
 * Handles a webhook of Stripe Billing about the plan of a school. `ctx` is the platform's; `customer_id` says what to ask
 * Stripe about. Must be safe to repeat.
 */
export type HandleSchoolPlanEvent = (ctx: CtxWithoutTx, event: { customer_id: string }) => Promise<void>

export const schoolPlanEvents = defineSlot<HandleSchoolPlanEvent>('school_plan_events')

/** Stripe's customer of an event; null if it names none. */
export function customerOfEvent(body: Buffer): string | null {
  const { data } = JSON.parse(body.toString('utf8')) as { data?: { object?: Record<string, unknown> } }
  const { object = {} } = data ?? {}
  const value = object.object === 'customer' ? object.id : object.customer
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return typeof id === 'string' && id !== '' ? id : null
}
