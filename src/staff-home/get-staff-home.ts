import { listCourses } from '#courses/index.ts'
import { getDailyActivity } from '#learning/index.ts'
import { getPlan } from '#plans/index.ts'
import type { Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { getSchoolOverview } from './get-school-overview.ts'
import { listTasks } from './list-tasks.ts'

const activityDays = 30
const maxCourses = 6

export async function getStaffHome(ctx: Ctx): Promise<Reply<typeof contract.getStaffHome>> {
  const overview = await getSchoolOverview(ctx)
  const isOwner = ctx.actor.role === 'account_user' && !ctx.actor.support
  return {
    overview,
    tasks: await listTasks(ctx, overview),
    activity: await getDailyActivity(ctx, activityDays),
    courses: (await listCourses(ctx, { limit: maxCourses })).data,
    plan: isOwner ? await getPlan(ctx) : null,
  }
}
