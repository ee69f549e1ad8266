import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/define-route.ts'
import type * as contract from './contract.ts'
import { countStudents, getPlanLimits, getStorageUsed } from './limits.ts'
import type { PlanName } from './policy.ts'

export async function getPlan(ctx: Ctx): Promise<Reply<typeof contract.getPlan>> {
  const school = ensureFound(ctx.school)
  const most = getPlanLimits(ctx.config, school)
  const limits = most && {
    students: { used: await countStudents(ctx, most.students), most: most.students },
    storage: { used: await getStorageUsed(ctx), most: most.storage },
  }
  // A constraint of the table holds the column to the names.
  return { plan_name: school.plan_name as PlanName, is_flagged: limits !== null, limits }
}
