import { defineSlot } from '#tenancy/context/domain-events.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Whether a person has paid for anything in this school, also what was given back later. */
export const buyerHistory = defineSlot<(ctx: Ctx, user_id: string) => Promise<boolean>>('buyer_history')
