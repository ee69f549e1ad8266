import { getCourseRules, getShownPrice } from '#learning/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { shareOf, toBasisPoints } from './policy.ts'
import { findActiveAffiliate, getSettings, selectAffiliateCourses } from './queries.ts'

/** What the link of an affiliate means for the sale of a course. Rates are in hundredths of a percent. */
export interface Referral {
  affiliate_id: string
  discount_basis_points: number
  commission_basis_points: number
}

/**
 * The referral of a course by a code; null if the code or the course takes no part. Nobody refers to himself or herself.
 */
export async function findReferral(
  ctx: Ctx,
  { code, course_id }: { code: string; course_id: string },
): Promise<Referral | null> {
  const affiliate = await findActiveAffiliate(ctx, code)
  if (!affiliate || affiliate.user_id === ctx.actor.id) return null
  const course = await selectAffiliateCourses(ctx).where('c.id', '=', course_id).executeTakeFirst()
  if (!course) return null
  const { affiliates_percentage_off, default_affiliate_commission } = course
  return {
    affiliate_id: affiliate.id,
    discount_basis_points: toBasisPoints(affiliates_percentage_off),
    commission_basis_points: affiliate.commission_basis_points ?? toBasisPoints(default_affiliate_commission),
  }
}

/** The buyer's discount of a price, in minor units. */
export const referralDiscount = (
  { discount_basis_points }: Referral,
  { price, currency }: { price: number; currency: string },
): number => shareOf(price, discount_basis_points, currency)

/** The affiliate's commission on what the buyer pays without tax, in minor units. */
export const referralCommission = (
  { commission_basis_points }: Referral,
  { paid, currency }: { paid: number; currency: string },
): number => shareOf(paid, commission_basis_points, currency)

export async function previewReferral(
  ctx: Ctx,
  { course_id, code, tier }: Input<typeof contract.previewReferral>,
): Promise<Reply<typeof contract.previewReferral>> {
  const course = await getCourseRules(ctx, course_id)
  ensureFound(course.is_public || null)
  const referral = ensureFound(await findReferral(ctx, { code, course_id }))
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const { price } = await getShownPrice(ctx, course, tier ?? null)
  const discount = referralDiscount(referral, { price, currency })
  return { currency, price, discount, total: price - discount }
}

/** Counts a click by day and affiliate, and nothing about the visitor. */
export async function recordAffiliateClick(
  ctx: Ctx,
  { code }: Input<typeof contract.recordAffiliateClick>,
): Promise<Reply<typeof contract.recordAffiliateClick>> {
  const { tx, school_id, now } = ctx
  const affiliate = ensureFound(await findActiveAffiliate(ctx, code))
  const { link_days } = await getSettings(ctx)
  const day = now.toISOString().slice(0, 10)
  await tx
    .insertInto('affiliate_clicks')
    .values({ school_id, affiliate_id: affiliate.id, day, clicks: 1 })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'affiliate_id', 'day'])
        .doUpdateSet(({ eb }) => ({ clicks: eb('affiliate_clicks.clicks', '+', 1) })),
    )
    .execute()
  return { code: affiliate.code, link_days }
}
