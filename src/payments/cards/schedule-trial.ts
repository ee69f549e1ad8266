import type { Ctx } from '#tenancy/context/request-context.ts'
import { startCardTrialJob } from '../job-handles.ts'

/** After the end of a card setup: its trial begins, or its order is canceled. Does nothing for another card setup. */
export async function scheduleTrial(
  ctx: Ctx,
  { trial_order_id: order_id }: { trial_order_id: string | null },
): Promise<void> {
  if (order_id === null) return
  await ctx.enqueue(startCardTrialJob, { order_id }, { job_key: `card-trial/${order_id}`, priority: 'soon' })
}
