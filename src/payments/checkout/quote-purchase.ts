import { getCouponByCode, previewDiscounts } from '#coupons/index.ts'
import { findEnrolment, getCourseRules, getShownPrice } from '#learning/index.ts'
import { firstAmount, previewPlanForSale } from '#payment-plans/index.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../bumps/bump-contract.ts'
import { schoolCurrency } from '../bumps/bump-queries.ts'
import { findRecipient } from '../tax/invoice-recipient.ts'
import { getTaxSettings } from '../tax/tax-settings.ts'
import { namedTaxes, taxesOfPrice, termsFor } from '../tax/tax-terms.ts'
import {
  couponItems,
  courseOf,
  discountsOfLines,
  findReferrals,
  linesOf,
  type Purchase,
} from './price-lines.ts'
import { findBumpsFor, type PurchaseItem } from './purchase-item.ts'

type Quote = Reply<typeof contract.getPurchaseQuote>
type Request = Input<typeof contract.getPurchaseQuote>

/** What a checkout would ask for now. Nothing is locked or held. */
export async function getPurchaseQuote(ctx: Ctx, request: Request): Promise<Quote> {
  const item = await shownItem(ctx, request)
  const bumps = item.price > 0 ? await findBumpsFor(ctx, item) : []
  const chosen = new Set(request.bump_ids?.split(','))
  const purchase = { item, added: bumps.filter(({ bump_id }) => chosen.has(bump_id)) }
  const { discounts, coupon_refusal } = await reduce(ctx, purchase, request)
  const lines = linesOf(purchase).map(({ title, gross }, index) => {
    const discount = discounts[index]!
    return { title, gross, discount, net: gross - discount }
  })
  return {
    currency: item.currency,
    lines,
    coupon_refusal,
    ...(await taxed(ctx, lines, item.currency)),
    bumps: bumps.map(({ bump_id: id, ...bump }) => ({ id, ...bump })),
  }
}

async function shownItem(ctx: Ctx, { course_id, plan_id, tier: requested }: Request) {
  const tier = requested ?? null
  const shown = { quantity: 1, currency: schoolCurrency(ctx), savesCard: false }
  if (plan_id !== undefined && course_id === undefined && tier === null) {
    const { name: title, terms: plan_terms, isOnSale } = await previewPlanForSale(ctx, plan_id)
    const sold = { kind: 'plan', plan_id, plan_terms } as const
    const price = firstAmount(plan_terms)
    return { ...shown, choice: { plan_id }, sold, title, price, isOnSale } satisfies PurchaseItem
  }
  if (course_id === undefined || plan_id !== undefined)
    return refuseInvalidField('course_id', 'one_of', 'Give either a course or a plan.')
  const course = await getCourseRules(ctx, course_id)
  if (!course.is_public)
    ensureFound(ctx.actor.role === 'student' ? await findEnrolment(ctx, course_id, ctx.actor.id) : null)
  const { price, tier: sold_tier, isOnSale } = await getShownPrice(ctx, course, tier)
  const choice = { course_id, tier, recipients: { purpose: 'self' } } as const
  const sold =
    sold_tier === null
      ? ({ kind: 'course', course_id } as const)
      : ({ kind: 'tier', course_id, tier: sold_tier } as const)
  return { ...shown, choice, sold, title: course.course_name, price, isOnSale } satisfies PurchaseItem
}

/** Discounts of the lines; a coupon that cannot be used takes nothing off, and the reply says why. */
async function reduce(ctx: Ctx, purchase: Purchase, { coupon_code, affiliate_code }: Request) {
  if (coupon_code === undefined) {
    const referrals = await findReferrals(ctx, purchase, affiliate_code ?? null)
    return { discounts: discountsOfLines(ctx, purchase, { coupon: null, referrals }), coupon_refusal: null }
  }
  try {
    const coupon = await getCouponByCode(ctx, coupon_code)
    const course_id = courseOf(purchase.item.choice)
    const items = couponItems(purchase)
    return { discounts: await previewDiscounts(ctx, coupon, { course_id, items }), coupon_refusal: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The rules of coupons refuse with their own codes only.
    const coupon_refusal = error.code as Quote['coupon_refusal']
    return { discounts: linesOf(purchase).map(() => 0), coupon_refusal }
  }
}

async function taxed(ctx: Ctx, lines: readonly { net: number }[], currency: string) {
  const { actor, school } = ctx
  const recipient = actor.role === 'student' ? await findRecipient(ctx, actor.id) : null
  const terms = termsFor(await getTaxSettings(ctx), { recipient, school_country: school?.country ?? '' })
  const parts = lines.map(({ net }) => taxesOfPrice(terms, net, currency))
  const sumOf = (key: 'added' | 'included' | 'withheld') => parts.reduce((sum, part) => sum + part[key], 0)
  const sums = { added: sumOf('added'), included: sumOf('included'), withheld: sumOf('withheld') }
  const price = lines.reduce((sum, { net }) => sum + net, 0)
  return { taxes: namedTaxes(terms, sums, currency), total: price + sums.added - sums.withheld }
}
