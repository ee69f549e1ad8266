import { defineEvent } from '#tenancy/context/domain-events.ts'

/** An order was paid of which affiliates earn a part. */
export const commissionsEarned = defineEvent<{
  order_id: string
  currency: string
  lines: readonly { line_id: string; title: string; affiliate_id: string; amount: number }[]
}>('commissions_earned')

/** A refund that succeeded failed later: affiliates get back what `commissionsReversed` with this source took. */
export const commissionsRestored = defineEvent<{ source: string }>('commissions_restored')

/** A refund succeeded: affiliates lose a part of their commissions. */
export const commissionsReversed = defineEvent<{
  /** The refund, and how many times it had failed after a success. */
  source: string
  lines: readonly { line_id: string; amount: number }[]
}>('commissions_reversed')
