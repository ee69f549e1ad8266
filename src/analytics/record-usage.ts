import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { storeVisit } from './store-visit.ts'
import { storeEvents } from './store-events.ts'

/** Stores the report of a browser or API client: one visit, or a batch of usage events. */
export async function recordUsage(ctx: Ctx, input: Input<typeof contract.recordUsage>) {
  const { config, school, school_id } = ctx
  if (input.school_id !== undefined && input.school_id !== school_id) throw new Refusal('not_found')
  if (school && !school.allow_analytics) throw new Refusal('analytics_off')
  if (input.action === 'SCHOOL_VISIT') {
    ensureFound(school)
    const { url = refuseInvalidField('url', 'required', 'A visit needs the address of its page.') } = input
    await storeVisit(ctx, { url, course_id: input.course_id ?? null })
    return okReply
  }
  if (!config.analytics.enabled) throw new Refusal('analytics_off')
  const {
    events = refuseInvalidField('events', 'required', 'Send at least one event.'),
    sent_at = refuseInvalidField('sent_at', 'required', 'Say when the events were sent.'),
  } = input
  await storeEvents(ctx, events, sent_at)
  return okReply
}
