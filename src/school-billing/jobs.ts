import { openPlatformStripe } from '#payments/index.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { endPlanGraceJob } from './job-handles.ts'
import { inSchool } from './owned-school.ts'
import { isLive } from './policy.ts'
import { findBilling } from './queries.ts'
import { refreshBilling } from './refresh-billing.ts'

/** Asks Stripe about a live subscription. Safe to repeat. */
async function refresh(ctx: CtxWithoutTx) {
  const row = await ctx.transact((tx) => findBilling(tx))
  if (!ctx.school || !row?.customer_id || !isLive(row.status)) return
  // Without keys nothing can be asked; the plan stays.
  if (!(await openPlatformStripe(ctx))) return
  await refreshBilling(inSchool(ctx, ctx.school))
}

const endPlanGrace = defineJob({ ...endPlanGraceJob, transaction: 'own', run: refresh })

/** Finds changes whose webhook was lost. */
export const refreshSchoolBillingJob = defineJob({
  name: 'refreshSchoolBilling',
  transaction: 'own',
  run: refresh,
})

export const jobs = [endPlanGrace, refreshSchoolBillingJob]

export const schedules = [
  defineSchedule({ job: refreshSchoolBillingJob, cron: '35 3 * * *', runsFor: 'school' }),
]
