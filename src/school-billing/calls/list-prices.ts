import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { StripeClient } from '#payments/index.ts'
import { isBillable } from './billing-view.ts'
import type * as contract from '../contract.ts'
import { offersFor } from '../offers.ts'
import { readPrice } from '../stripe/read-billing.ts'
import { answering, openStripe } from '../stripe/stripe-calls.ts'

interface SeatPrice {
  unit_amount: number
  currency: string
}

const cacheMs = 600_000
/** Prices by id: they are few and named in the configuration. Stripe's prices do not change their amount. */
const cache = new Map<string, { price: SeatPrice; until: number }>()

/** Plans that the school can subscribe to. */
export async function listPlanPrices(ctx: CtxWithoutTx): Promise<Reply<typeof contract.listPlanPrices>> {
  const school = ensureFound(ctx.school)
  if (!isBillable(ctx, school)) throw new Refusal('billing_unavailable')
  const stripe = await openStripe(ctx)
  const { storage } = ctx.config.schoolBilling
  const offers = offersFor(ctx.config, school)
  const data = await answering(() =>
    Promise.all(
      offers.map(async (offer) => ({
        ...offer,
        ...(await priceOf(stripe, offer.price_id)),
        storage: storage[offer.plan],
      })),
    ),
  )
  return { data }
}

async function priceOf(stripe: StripeClient, price_id: string): Promise<SeatPrice> {
  const cached = cache.get(price_id)
  if (cached && cached.until > Date.now()) return cached.price
  const price = readPrice(await stripe.run('retrievePrice', (sdk) => sdk.prices.retrieve(price_id)))
  cache.set(price_id, { price, until: Date.now() + cacheMs })
  return price
}
