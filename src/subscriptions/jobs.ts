import { sql } from 'kysely'
import { findCardsOf } from '#payments/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { billSubscription } from './bill.ts'
import { billSubscriptionJob } from './job-handles.ts'
import { cancelUnpaidChanges } from './plan-changes/cancel-change.ts'
import { mailEndingTrials } from './trials/mail-trials.ts'
import { mailCardExpires } from './mails.ts'
import { selectSubscriptions } from './queries.ts'
import { cardOf } from './views.ts'

const batchSize = 500

/** Safe to repeat, and to run at the same time as another one. */
const bill = defineJob({
  ...billSubscriptionJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { subscription_id }: { subscription_id: string }) =>
    billSubscription(ctx, subscription_id),
})

/** Finds subscriptions with something due, by index, cancels changes of plan that were not paid, and mails before trials end. */
export const findDueSubscriptionsJob = defineJob({
  name: 'findDueSubscriptions',
  async run(ctx: Ctx) {
    await cancelUnpaidChanges(ctx)
    await mailEndingTrials(ctx)
    const due = await selectSubscriptions(ctx)
      .where('s.next_action_at', '<=', ctx.now)
      .orderBy('s.next_action_at')
      .limit(batchSize)
      .execute()
    for (const { id } of due)
      await ctx.enqueue(billSubscriptionJob, { subscription_id: id }, { job_key: `bill/${id}` })
  },
})

/** Tells people whose card expires this month, once a month. */
export const mailExpiringCardsJob = defineJob({
  name: 'mailExpiringCards',
  async run(ctx: Ctx) {
    const { tx, school_id, now } = ctx
    const month = now.toISOString().slice(0, 7)
    const waiting = await selectSubscriptions(ctx)
      .where('s.status', 'in', ['trialing', 'active', 'past_due'])
      .where('s.cancel_at_period_end', '=', false)
      .where('s.pays_by', '=', 'card')
      .where(sql<boolean>`s.card_checked_for is distinct from ${month}`)
      .orderBy('s.id')
      .limit(batchSize)
      .execute()
    const cards = await findCardsOf(
      ctx,
      waiting.map(({ user_id }) => user_id),
    )
    for (const subscription of waiting) {
      await tx
        .updateTable('subscriptions')
        .set({ card_checked_for: month })
        .where('school_id', '=', school_id)
        .where('id', '=', subscription.id)
        .execute()
      const card = cardOf(subscription, cards)
      const isExpiring = card?.exp_year === now.getUTCFullYear() && card.exp_month === now.getUTCMonth() + 1
      if (isExpiring) await mailCardExpires(ctx, subscription, card.last4)
    }
  },
})

export const jobs = [bill, findDueSubscriptionsJob, mailExpiringCardsJob]
export const schedules = [
  defineSchedule({ job: findDueSubscriptionsJob, cron: '*/10 * * * *', runsFor: 'school' }),
  defineSchedule({ job: mailExpiringCardsJob, cron: '40 7 * * *', runsFor: 'school' }),
]
