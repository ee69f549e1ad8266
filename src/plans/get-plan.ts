import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { countStudents, getPlanLimits, getStorageUsed, planStatus } from './limits.ts'
import { isFlagged, type PlanName } from './policy.ts'

/** The plan of the school with its limits, and how much of them is used. */
export async function getPlan(ctx: Ctx): Promise<Reply<typeof contract.getPlan>> {
  const school = ensureFound(ctx.school)
  const limit = getPlanLimits(ctx.config, school)
  const limits = limit && {
    students: { used: await countStudents(ctx, limit.students), limit: limit.students },
    storage: { used: await getStorageUsed(ctx), limit: limit.storage },
  }
  // A check constraint limits the column to these names.
  const plan_name = school.plan_name as PlanName
  const { plan_grace_ends_at: grace_ends_at } = school
  return { plan_name, is_flagged: isFlagged(planStatus(school)), limits, grace_ends_at }
}
