import { getCourseRules, getShownPrice } from '#learning/index.ts'
import { findAffiliateRates, firstAmount, previewPlanForSale } from '#payment-plans/index.ts'
import { ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { shareOf, toBasisPoints } from './policy.ts'
import { findActiveAffiliate, getSettings, selectAffiliateCourses } from './queries.ts'

/** What the link of an affiliate means for a sale. Rates are in hundredths of a percent. */
export interface Referral {
  affiliate_id: string
  discount_basis_points: number
  commission_basis_points: number
  /** For how many months after the first payment renewals earn; 0 for the first payment alone, null without an end. */
  renewal_months: number | null
}

/** What a link may be used for. */
export type ReferredItem = { course_id: string } | { plan_id: string }

/** The rates of a course or plan that pays affiliates, in percent; undefined for another one. */
const ratesOf = (ctx: Ctx, item: ReferredItem) =>
  'plan_id' in item
    ? findAffiliateRates(ctx, item.plan_id)
    : selectAffiliateCourses(ctx).where('c.id', '=', item.course_id).executeTakeFirst()

/**
 * The referral of a course or plan by a code; null if the code or the item takes no part. Nobody refers to himself or herself.
 */
export async function findReferral(
  ctx: Ctx,
  { code, ...item }: ReferredItem & { code: string },
): Promise<Referral | null> {
  const affiliate = await findActiveAffiliate(ctx, code)
  if (!affiliate || affiliate.user_id === ctx.actor.id) return null
  const rates = await ratesOf(ctx, item)
  if (!rates) return null
  const { renewal_months } = await getSettings(ctx)
  const { affiliates_percentage_off, default_affiliate_commission } = rates
  return {
    affiliate_id: affiliate.id,
    discount_basis_points: toBasisPoints(affiliates_percentage_off),
    commission_basis_points: affiliate.commission_basis_points ?? toBasisPoints(default_affiliate_commission),
    renewal_months,
  }
}

/** The buyer's discount of a price, in minor units. */
export const referralDiscount = (
  { discount_basis_points }: Referral,
  { price, currency }: { price: number; currency: string },
): number => shareOf(price, discount_basis_points, currency)

/** The affiliate's commission on what the buyer pays without tax, in minor units. */
export const referralCommission = (
  { commission_basis_points }: Pick<Referral, 'commission_basis_points'>,
  { paid, currency }: { paid: number; currency: string },
): number => shareOf(paid, commission_basis_points, currency)

export async function previewReferral(
  ctx: Ctx,
  { code, tier, ...requested }: Input<typeof contract.previewReferral>,
): Promise<Reply<typeof contract.previewReferral>> {
  const item = itemOf(requested)
  const price = await priceOf(ctx, item, tier ?? null)
  const referral = ensureFound(await findReferral(ctx, { code, ...item }))
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const discount = referralDiscount(referral, { price, currency })
  return { currency, price, discount, total: price - discount }
}

function itemOf({ course_id, plan_id }: { course_id?: string; plan_id?: string }): ReferredItem {
  if (course_id !== undefined && plan_id === undefined) return { course_id }
  if (plan_id !== undefined && course_id === undefined) return { plan_id }
  return refuseInvalidField('course_id', 'one_of', 'Give either a course or a plan.')
}

/** What is paid now without the link: of a plan its first payment. */
async function priceOf(ctx: Ctx, item: ReferredItem, tier: number | null): Promise<number> {
  if ('plan_id' in item) return firstAmount((await previewPlanForSale(ctx, item.plan_id)).terms)
  const course = await getCourseRules(ctx, item.course_id)
  ensureFound(course.is_public || null)
  return (await getShownPrice(ctx, course, tier)).price
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
