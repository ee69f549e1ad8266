import { updateDirectory } from '#schools/index.ts'
import { lockPlanOfSchool, updateSchoolRow } from '#tenancy/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { endPlanGraceJob } from './job-handles.ts'
import { graceEnd, isAgreedPlan, isPlanActive, type PlanTier } from './policy.ts'
import type { BillingRow } from './queries.ts'

/**
 * Gives the school the limits of the plan that it pays for, or takes them back. Nothing is deleted: a school above the free limits
 * adds no more students and files.
 */
export async function applyPlan(ctx: Ctx, billing: BillingRow): Promise<void> {
  const { school_id, now, config } = ctx
  const { graceDays, storage } = config.schoolBilling
  const school = await lockPlanOfSchool(ctx)
  const isActive = isPlanActive(billing, { now, graceDays })
  if (isActive ? isAgreedPlan(school.plan_name) : school.plan_students === null) return
  const grace = graceEnd(billing, graceDays)
  const target = isActive
    ? {
        plan_name: 'subscription',
        plan_students: billing.quantity,
        plan_storage: storage[billing.plan as PlanTier],
        plan_grace_ends_at: grace,
      }
    : { plan_name: 'free', plan_students: null, plan_storage: null, plan_grace_ends_at: null }
  if (isActive && grace) await ctx.enqueue(endPlanGraceJob, {}, { run_at: grace, job_key: 'end-plan-grace' })
  const isSame =
    school.plan_name === target.plan_name &&
    school.plan_students === target.plan_students &&
    school.plan_storage === target.plan_storage &&
    school.plan_grace_ends_at?.getTime() === target.plan_grace_ends_at?.getTime()
  if (isSame) return
  await updateSchoolRow(ctx, target)
  if (school.plan_name !== target.plan_name) {
    await updateDirectory(ctx, { plan_name: target.plan_name })
    await ctx.audit('school_billing.changed', ['school', school_id], { plan_name: target.plan_name })
  }
  ctx.invalidateSchool()
}
