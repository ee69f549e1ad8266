import type { Ctx } from '#tenancy/context/request-context.ts'
import { found, Refusal, refuseField } from '#platform/contract/refusal.ts'
import { done, type Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { logVisit } from './log-visit.ts'
import { storeEvents } from './store-events.ts'

/** What a browser or an API client reports: one visit, or a batch of usage events. */
export async function reportUsage(ctx: Ctx, input: Input<typeof contract.logVisit>) {
  const { config, school, school_id } = ctx
  if (input.school_id !== undefined && input.school_id !== school_id) throw new Refusal('not_found')
  if (school && !school.allow_analytics) throw new Refusal('analytics_off')
  if (input.action === 'SCHOOL_VISIT') {
    found(school)
    const { url = refuseField('url', 'required', 'A visit needs the address of its page.') } = input
    await logVisit(ctx, { url, course_id: input.course_id ?? null })
    return done
  }
  if (!config.analytics.enabled) throw new Refusal('analytics_off')
  const {
    events = refuseField('events', 'required', 'Send at least one event.'),
    sent_at = refuseField('sent_at', 'required', 'Say when the events were sent.'),
  } = input
  await storeEvents(ctx, events, sent_at)
  return done
}
