import type { Ctx } from '#tenancy/context/request-context.ts'
import { affiliatePayoutJournal, lostCommissionJournal } from './postings.ts'
import { postJournals } from './post-journals.ts'

/** Posts a payout that the school made to an affiliate. */
export const postAffiliatePayout = (
  ctx: Ctx,
  { payout_id, currency, amount }: { payout_id: string; currency: string; amount: number },
): Promise<void> =>
  postJournals(ctx, { source_type: 'affiliate_payout', source_id: payout_id, currency, payment_id: null }, [
    affiliatePayoutJournal(amount),
  ])

interface LostCommission {
  dispute_id: string
  currency: string
  amount: number
}

/** Sets off what affiliates lose by a lost dispute, of which the school has borne the whole. */
export async function postLostCommission(
  ctx: Ctx,
  { dispute_id: source_id, currency, amount }: LostCommission,
): Promise<void> {
  const { payment_id } = await ctx.tx
    .selectFrom('disputes')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', source_id)
    .select('payment_id')
    .executeTakeFirstOrThrow()
  const lines = await ctx.tx
    .selectFrom('dispute_lines')
    .where('school_id', '=', ctx.school_id)
    .where('dispute_id', '=', source_id)
    .select(['line_id', 'amount'])
    .execute()
  await postJournals(ctx, { source_type: 'dispute', source_id, currency, payment_id, lines }, [
    lostCommissionJournal(amount),
  ])
}
