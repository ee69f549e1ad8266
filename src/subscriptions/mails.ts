import { formatMoney } from '#lib/money/money.ts'
import { sendMail, type MailKind } from '#mail/index.ts'
import type { PlanInterval } from '#payments/index.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { EndReason } from './end-subscription.ts'
import { suspendAt } from './rules/dunning.ts'
import type { PeriodRow, SubscriptionRow } from './queries.ts'

type MailKey =
  | 'failed'
  | 'retry'
  | 'suspended'
  | 'ended'
  | 'refunded'
  | 'cardExpires'
  | 'trialStarted'
  | 'trialStartedNoCard'
  | 'trialEnds'
  | 'trialEndsNoCard'
  | 'transferNext'
  | 'transferDue'

const kinds: Record<MailKey, MailKind> = {
  failed: 'plan_payment_failed',
  retry: 'plan_payment_failed',
  suspended: 'plan_suspended',
  ended: 'plan_ended',
  refunded: 'plan_ended',
  cardExpires: 'card_expires',
  trialStarted: 'plan_trial_started',
  trialStartedNoCard: 'plan_trial_started',
  trialEnds: 'plan_trial_ends',
  trialEndsNoCard: 'plan_trial_ends',
  transferNext: 'plan_transfer_due',
  transferDue: 'plan_transfer_due',
}

const paysDue: readonly MailKey[] = ['failed', 'retry', 'suspended']

function labelOf(key: MailKey) {
  if (key === 'transferNext' || key === 'transferDue') return 'openTransfer'
  return paysDue.includes(key) ? 'pay' : 'open'
}

/** What the mails say of a subscription. */
export type MailedSubscription = Pick<SubscriptionRow, 'user_id' | 'title' | 'currency'>

/** A card was declined, or there is none: the mail leads to the page on which the person pays in another way. */
export const mailFailedPayment = (
  ctx: Ctx,
  subscription: MailedSubscription,
  { total, due_at, next_try_at }: Pick<PeriodRow, 'due_at' | 'next_try_at'> & { total: number },
): Promise<void> =>
  mail(ctx, subscription, {
    key: next_try_at ? 'retry' : 'failed',
    details: { amount: formatMoney(total, subscription.currency), date: dateOf(ctx, suspendAt(due_at)) },
  })

export const mailSuspended = (ctx: Ctx, subscription: MailedSubscription): Promise<void> =>
  mail(ctx, subscription, { key: 'suspended' })

export const mailEnded = (ctx: Ctx, subscription: MailedSubscription, reason: EndReason): Promise<void> =>
  mail(ctx, subscription, { key: reason === 'refunded' ? 'refunded' : 'ended' })

/** The card that pays next expires at the end of this month. */
export const mailCardExpires = (ctx: Ctx, subscription: MailedSubscription, last4: string): Promise<void> =>
  mail(ctx, subscription, { key: 'cardExpires', details: { last4 } })

/** A day in the school's time zone, as people read it in every language: 2026-11-30. */
export const dateOf = ({ school }: Ctx, date: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: school?.time_zone ?? 'UTC' }).format(date)

interface Mail {
  key: MailKey
  details?: Record<string, string>
  /** Of the charges, in the words of the mail. */
  interval?: PlanInterval
  /** After the text. */
  lines?: readonly string[]
  /** Of the page that the button opens. */
  path?: string
}

/** Sends a mail to the person of a subscription, unless the person has left. */
export async function mail(
  ctx: Ctx,
  subscription: MailedSubscription,
  { key, details, interval, lines = [], path = '/payments' }: Mail,
): Promise<void> {
  const { tx, school_id, school, config } = ctx
  const person = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', subscription.user_id)
    .where('status', '<>', 'removed')
    .select(['name', 'email', 'language'])
    .executeTakeFirst()
  if (!person) return
  const locale = person.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const names = { name: person.name, school: school?.name ?? '', plan: subscription.title }
  const values = { ...names, ...details, ...(interval && { interval: t(`subscriptions:every.${interval}`) }) }
  await sendMail(ctx, {
    to: person.email,
    user_id: subscription.user_id,
    kind: kinds[key],
    locale,
    mail: {
      subject: t(`subscriptions:${key}.subject`, values),
      heading: t(`subscriptions:${key}.subject`, values),
      paragraphs: [t('subscriptions:greeting', values), t(`subscriptions:${key}.text`, values), ...lines],
      button: {
        label: t(`subscriptions:${labelOf(key)}`),
        url: `${school ? originFor(config, school.host) : ''}${path}`,
      },
    },
  })
}
