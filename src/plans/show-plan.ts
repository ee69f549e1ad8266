import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { countStudents, limitsOf, storageUsed } from './limits.ts'
import type { PlanName } from './policy.ts'

export async function showPlan(ctx: Ctx): Promise<Reply<typeof contract.showPlan>> {
  const school = found(ctx.school)
  const most = limitsOf(ctx.config, school)
  const limits = most && {
    students: { used: await countStudents(ctx, most.students), most: most.students },
    storage: { used: await storageUsed(ctx), most: most.storage },
  }
  // A constraint of the table holds the column to the names.
  return { plan_name: school.plan_name as PlanName, is_flagged: limits !== null, limits }
}
