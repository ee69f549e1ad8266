import { limitEntitlements } from '#course-access/index.ts'
import { findCardSavedAt, type planBought } from '#payments/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, EventType } from '#tenancy/context/request-context.ts'
import { amountOfPeriod, lastPeriodNo, type RecurringTerms } from './rules/amounts.ts'
import { addDays, periodAt } from './rules/periods.ts'
import { mailTrialStarted } from './trials/mail-trials.ts'
import { trialMailAt } from './rules/trials.ts'
import { actionAt } from './rules/transfers.ts'
import { accessEnd, type SubscriptionStatus } from './rules/states.ts'

type Payload<Event> = Event extends EventType<infer P> ? P : never
type PlanBought = Payload<typeof planBought>

/** Starts the instalments or subscription that a person bought, with the first period paid or a free trial. */
export async function startSubscription(ctx: Ctx, bought: PlanBought): Promise<void> {
  const { tx, school_id, now } = ctx
  const { user_id, plan_id, line_id, title, terms, pays_by } = bought
  const id = newId()
  const first = firstPeriod(terms, now)
  const card_id = await findCardSavedAt(ctx, user_id, now)
  await tx
    .insertInto('subscriptions')
    .values({
      school_id,
      id,
      user_id,
      plan_id,
      line_id,
      title,
      kind: terms.kind,
      currency: terms.currency,
      terms: JSON.stringify(terms),
      card_id,
      pays_by,
      ...first,
      trial_mail_at: trialMailAtOf(bought, first),
      next_action_at: first.status === 'completed' ? null : actionAt(pays_by, first.period_end),
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (first.period_no === 1) await insertFirstPeriod(ctx, id, { ...bought, ...first })
  if (first.status === 'trialing') await mailTrialStarted(ctx, id)
  const paid = { status: first.status, cancel_at_period_end: false, paid_until: first.period_end }
  await limitEntitlements(ctx, line_id, accessEnd(paid))
}

async function insertFirstPeriod(
  { tx, school_id, now }: Ctx,
  subscription_id: string,
  { order_id, terms, period_start, period_end }: Pick<PlanBought, 'order_id' | 'terms'> & FirstPeriod,
) {
  await tx
    .insertInto('subscription_periods')
    .values({
      school_id,
      subscription_id,
      period_no: 1,
      amount: amountOfPeriod(terms, 1),
      starts_at: period_start,
      ends_at: period_end,
      due_at: now,
      order_id,
      status: 'paid',
      paid_at: now,
    })
    .execute()
}

const trialMailAtOf = ({ terms }: PlanBought, { status, period_end }: FirstPeriod) =>
  status === 'trialing' && terms.kind === 'subscription' ? trialMailAt(terms.trial_days, period_end) : null

interface FirstPeriod {
  status: SubscriptionStatus
  anchor_at: Date
  period_no: number
  period_start: Date
  period_end: Date
}

function firstPeriod(terms: RecurringTerms, now: Date): FirstPeriod {
  if (terms.kind === 'subscription' && terms.trial_days > 0) {
    const end = addDays(now, terms.trial_days)
    return { status: 'trialing', anchor_at: end, period_no: 0, period_start: now, period_end: end }
  }
  const { starts_at, ends_at } = periodAt(now, terms.interval, 0)
  const status = lastPeriodNo(terms) === 1 ? 'completed' : 'active'
  return { status, anchor_at: now, period_no: 1, period_start: starts_at, period_end: ends_at }
}
