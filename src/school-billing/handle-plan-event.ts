import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { inSchool } from './owned-school.ts'
import { findSchoolOfCustomer } from './queries.ts'
import { refreshBilling } from './refresh-billing.ts'

/** Asks Stripe about the customer that a webhook names. What the webhook says is a hint only. */
export async function handlePlanEvent(
  ctx: CtxWithoutTx,
  { customer_id }: { customer_id: string },
): Promise<void> {
  const row = await ctx.transact((tx) => findSchoolOfCustomer(tx, customer_id))
  const school = row && (await ctx.hosts.byId(row.school_id))
  if (school) await refreshBilling(inSchool(ctx, school))
}
