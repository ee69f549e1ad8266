import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

/** Removes a deleted category from its courses and returns their number; `courses` provides it. */
export const leaveCategory = defineSlot<(ctx: Ctx, category_id: string) => Promise<number>>('leave_category')
