import { findReferral, referralDiscount } from '#affiliates/index.ts'
import { getCouponByCode, previewCourseDiscount } from '#coupons/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getPurchaseItem, type PurchaseItem, type Purpose } from './purchase-item.ts'
import { taxOfBuyer } from '../tax/invoice-recipient.ts'
import { namedTaxes, taxesOfPrice } from '../tax/tax-terms.ts'
import type * as contract from '../seats/seat-contract.ts'

type Request = Input<typeof contract.getSeatQuote>
type Quote = Reply<typeof contract.getSeatQuote>

/** The price does not depend on the recipient. */
const anyRecipient = { email: '', name: '', message: '', send_on: null }

/** What a checkout of a gift or of seats would ask the caller for, by the same rules. */
export async function getSeatQuote(ctx: Ctx, request: Request): Promise<Quote> {
  const { id: course_id, purpose, seats = 1, tier = null } = request
  const recipients: Purpose =
    purpose === 'gift' ? { purpose, gift: anyRecipient } : { purpose, quantity: seats }
  const item = await getPurchaseItem(ctx, { course_id, tier, recipients })
  const { price, currency } = item
  const { discount, coupon_refusal } = await discountOfQuote(ctx, item, request)
  const { tax_terms } = await taxOfBuyer(ctx, ctx.actor.id!)
  const { added, included, withheld } = taxesOfPrice(tax_terms, price - discount, currency)
  return {
    currency,
    price,
    discount,
    taxes: namedTaxes(tax_terms, { added, included }, currency),
    withheld,
    total: price - discount + added - withheld,
    coupon_refusal,
  }
}

/** A coupon replaces the discount of a link. */
async function discountOfQuote(
  ctx: Ctx,
  item: PurchaseItem,
  { id: course_id, coupon_code, affiliate_code }: Request,
): Promise<Pick<Quote, 'discount' | 'coupon_refusal'>> {
  if (coupon_code === undefined) {
    const referral =
      affiliate_code === undefined ? null : await findReferral(ctx, { code: affiliate_code, course_id })
    return { discount: referral ? referralDiscount(referral, item) : 0, coupon_refusal: null }
  }
  try {
    const coupon = await getCouponByCode(ctx, coupon_code)
    return {
      discount: await previewCourseDiscount(ctx, coupon, { ...item, course_id }),
      coupon_refusal: null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The rules of coupons refuse with their own codes only.
    return { discount: 0, coupon_refusal: error.code as Quote['coupon_refusal'] }
  }
}
