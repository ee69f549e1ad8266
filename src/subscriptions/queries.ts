import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { RecurringTerms } from './rules/amounts.ts'
import type { SubscriptionStatus } from './rules/states.ts'
import type { PaysBy } from './rules/transfers.ts'

export const selectSubscriptions = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('subscriptions as s')
    .where('s.school_id', '=', school_id)
    .select([
      's.id',
      's.user_id',
      's.plan_id',
      's.line_id',
      's.title',
      's.cancel_at_period_end',
      's.currency',
    ])
    .select(['s.anchor_at', 's.anchor_no', 's.period_no', 's.period_start', 's.period_end', 's.credit'])
    .select([
      's.card_id',
      's.payoff_order_id',
      's.next_order_id',
      's.next_action_at',
      's.paused_at',
      's.ended_at',
      's.created_at',
    ])
    // Check constraints limit kind, status and method; startSubscription and the changes of plan write the terms.
    .select([
      sql<'instalments' | 'subscription'>`s.kind`.as('kind'),
      sql<SubscriptionStatus>`s.status`.as('status'),
      sql<PaysBy>`s.pays_by`.as('pays_by'),
      sql<RecurringTerms>`s.terms`.as('terms'),
    ])

export type SubscriptionRow = Awaited<
  ReturnType<ReturnType<typeof selectSubscriptions>['executeTakeFirstOrThrow']>
>

/** The subscription, locked until commit; undefined for an unknown one. */
export const lockSubscription = (ctx: Ctx, id: string): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(ctx).where('s.id', '=', id).forNoKeyUpdate().executeTakeFirst()

interface SubscriptionChanges {
  status?: SubscriptionStatus
  cancel_at_period_end?: boolean
  plan_id?: string
  title?: string
  terms?: RecurringTerms
  anchor_at?: Date
  anchor_no?: number
  period_no?: number
  period_start?: Date
  period_end?: Date
  credit?: number
  card_id?: string | null
  payoff_order_id?: string | null
  next_order_id?: string | null
  pays_by?: PaysBy
  next_action_at?: Date | null
  paused_at?: Date | null
  ended_at?: Date | null
}

export const updateSubscription = (
  { tx, school_id, now }: Ctx,
  id: string,
  { terms, ...changes }: SubscriptionChanges,
) =>
  tx
    .updateTable('subscriptions')
    .set({ ...changes, ...(terms && { terms: JSON.stringify(terms) }), updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

export const selectPeriods = ({ tx, school_id }: Ctx, subscription_ids: readonly string[]) =>
  tx
    .selectFrom('subscription_periods as p')
    .where('p.school_id', '=', school_id)
    .where('p.subscription_id', 'in', [...subscription_ids])
    .select(['p.subscription_id', 'p.period_no', 'p.amount', 'p.starts_at', 'p.ends_at', 'p.due_at'])
    .select(['p.order_id', 'p.tries', 'p.next_try_at', 'p.last_decline', 'p.paid_at'])
    .select('p.credit_used')
    .select(sql<'open' | 'paid' | 'refunded' | 'void'>`p.status`.as('status'))

export type PeriodRow = Awaited<ReturnType<ReturnType<typeof selectPeriods>['executeTakeFirstOrThrow']>>

/** The period that waits for its payment: a subscription has one at most. */
export const findOpenPeriod = (ctx: Ctx, subscription_id: string): Promise<PeriodRow | undefined> =>
  selectPeriods(ctx, [subscription_id]).where('p.status', '=', 'open').executeTakeFirst()

interface PeriodKey {
  subscription_id: string
  period_no: number
}

export const updatePeriod = (
  { tx, school_id }: Ctx,
  { subscription_id, period_no }: PeriodKey,
  changes: {
    status?: string
    order_id?: string
    next_try_at?: Date | null
    last_decline?: string | null
    paid_at?: Date
    tries?: number
  },
) =>
  tx
    .updateTable('subscription_periods')
    .set(changes)
    .where('school_id', '=', school_id)
    .where('subscription_id', '=', subscription_id)
    .where('period_no', '=', period_no)
    .execute()

/** The school's people whose subscriptions these are, by id. */
export async function findPeople({ tx, school_id }: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string; email: string }>()
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'name', 'email'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
