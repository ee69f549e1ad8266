import type { Ctx } from '#tenancy/context/request-context.ts'
import { affiliatePayoutJournal, lostCommissionJournal } from './postings.ts'
import { postJournals } from './post-journals.ts'

/** Posts a payout that the school made to an affiliate. */
export const postAffiliatePayout = (
  ctx: Ctx,
  { payout_id, currency, amount }: { payout_id: string; currency: string; amount: number },
): Promise<void> =>
  postJournals(ctx, { source_type: 'affiliate_payout', source_id: payout_id, currency }, [
    affiliatePayoutJournal(amount),
  ])

/** Sets off what affiliates lose by a lost dispute, of which the school has borne the whole. */
export const postLostCommission = (
  ctx: Ctx,
  { dispute_id, currency, amount }: { dispute_id: string; currency: string; amount: number },
): Promise<void> =>
  postJournals(ctx, { source_type: 'dispute', source_id: dispute_id, currency }, [
    lostCommissionJournal(amount),
  ])
