import { sql } from 'kysely'
import type { SubscriptionTerms } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

export const selectChanges = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('subscription_changes as c')
    .where('c.school_id', '=', school_id)
    .select(['c.id', 'c.subscription_id', 'c.plan_id', 'c.title', 'c.from_period_no', 'c.order_id'])
    .select(['c.credit_used', 'c.credit_left', 'c.created_at'])
    // Check constraints limit both; the verbs of this folder write the terms.
    .select([
      sql<'now' | 'period_end'>`c.takes_effect`.as('takes_effect'),
      sql<'open' | 'done' | 'canceled'>`c.status`.as('status'),
      sql<SubscriptionTerms>`c.terms`.as('terms'),
    ])

export type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['executeTakeFirstOrThrow']>>

/** The change that waits for its payment or for the end of the period: a subscription has one at most. */
export const findOpenChange = (ctx: Ctx, subscription_id: string): Promise<ChangeRow | undefined> =>
  selectChanges(ctx)
    .where('c.subscription_id', '=', subscription_id)
    .where('c.status', '=', 'open')
    .executeTakeFirst()

/** The changes at the end of the period of these subscriptions, by subscription. */
export async function findScheduledChanges(
  ctx: Ctx,
  subscription_ids: readonly string[],
): Promise<Map<string, ChangeRow>> {
  const rows = await selectChanges(ctx)
    .where('c.subscription_id', 'in', [...subscription_ids])
    .where('c.status', '=', 'open')
    .where('c.takes_effect', '=', 'period_end')
    .execute()
  return new Map(rows.map((row) => [row.subscription_id, row]))
}

export const closeChange = ({ tx, school_id, now }: Ctx, id: string, status: 'done' | 'canceled') =>
  tx
    .updateTable('subscription_changes')
    .set({ status, closed_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
