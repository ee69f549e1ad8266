import { defineEvent, defineSlot } from '#tenancy/context/domain-events.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** A person saved a card, or the same card again, or chose another default. */
export const cardChanged = defineEvent<{ user_id: string; card_id: string }>('card_changed')

/** Whether later payments of the person need a saved card: the default stays then. */
export const cardUse = defineSlot<(ctx: Ctx, user_id: string) => Promise<boolean>>('card_use')
