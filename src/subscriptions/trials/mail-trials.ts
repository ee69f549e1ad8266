import { formatMoney } from '#lib/money/money.ts'
import { findCardsOf, taxQuotes } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { dateOf, mail } from '../mails.ts'
import { selectSubscriptions, type SubscriptionRow } from '../queries.ts'
import { amountOfPeriod, chargeAfterCredit } from '../rules/amounts.ts'
import { cardOf } from '../views.ts'

const batchSize = 500

/** Says when a trial ends, what is charged then, and how to cancel. */
export async function mailTrialStarted(ctx: Ctx, id: string): Promise<void> {
  const subscription = await selectSubscriptions(ctx).where('s.id', '=', id).executeTakeFirstOrThrow()
  await mailTrial(ctx, subscription, 'trialStarted')
}

/** Reminds the people whose trial ends soon. Each trial is taken once, also by several workers at a time. */
export async function mailEndingTrials(ctx: Ctx): Promise<void> {
  const { tx, school_id, now } = ctx
  const due = await selectSubscriptions(ctx)
    .where('s.trial_mail_at', '<=', now)
    .orderBy('s.trial_mail_at')
    .limit(batchSize)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return
  await tx
    .updateTable('subscriptions')
    .set({ trial_mail_at: null })
    .where('school_id', '=', school_id)
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  for (const subscription of due)
    if (isEnding(subscription, now)) await mailTrial(ctx, subscription, 'trialEnds')
}

/** After an outage the trial may be over, a canceled one costs nothing, and who pays by transfer gets the order. */
const isEnding = ({ status, pays_by, cancel_at_period_end, period_end }: SubscriptionRow, now: Date) =>
  status === 'trialing' && pays_by === 'card' && !cancel_at_period_end && period_end > now

type MailedTrial = Pick<
  SubscriptionRow,
  'user_id' | 'title' | 'terms' | 'credit' | 'currency' | 'period_end' | 'card_id'
>

/** Sends the mail at the beginning of a trial, or the one before its end. */
export async function mailTrial(
  ctx: Ctx,
  subscription: MailedTrial,
  kind: 'trialStarted' | 'trialEnds',
): Promise<void> {
  const { user_id, terms, credit, currency, period_end } = subscription
  const card = cardOf(subscription, await findCardsOf(ctx, [user_id]))
  const { charge: price } = chargeAfterCredit(amountOfPeriod(terms, 1), credit, currency)
  const quote = await taxQuotes(ctx, [user_id])
  const amount = formatMoney(quote({ user_id, price, currency }).total, currency)
  await mail(ctx, subscription, {
    key: card ? kind : `${kind}NoCard`,
    details: { amount, date: dateOf(ctx, period_end), ...(card && { last4: card.last4 }) },
    interval: terms.interval,
  })
}
