import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

/** Takes the courses of a category that is being deleted out of it, and returns how many: filled by their domain. */
export const leaveCategory = defineSlot<(ctx: Ctx, category_id: string) => Promise<number>>('leave_category')
