import { isNaira } from '#lib/money/money.ts'
import type { Config } from '#platform/config/config.ts'
import type { School } from '#tenancy/hosts/school.ts'
import { billingIntervals, planTiers, type BillingInterval, type PlanTier } from './policy.ts'

export interface Offer {
  price_id: string
  plan: PlanTier
  interval: BillingInterval
}

type Prices = Pick<Config, 'schoolBilling'>['schoolBilling']['prices']

const offersIn = (prices: Prices[keyof Prices]): Offer[] =>
  planTiers.flatMap((plan) =>
    billingIntervals.flatMap((interval) => {
      const price_id = prices[plan][interval]
      return price_id === null ? [] : [{ price_id, plan, interval }]
    }),
  )

/** What a school can subscribe to. Schools with NGN have the prices of Nigeria, all others the standard ones. */
export const offersFor = (
  { schoolBilling }: Pick<Config, 'schoolBilling'>,
  { currency_code }: Pick<School, 'currency_code'>,
): Offer[] => offersIn(isNaira(currency_code) ? schoolBilling.prices.nigeria : schoolBilling.prices.standard)

/** The plan of a price of any country; undefined for a price that the configuration does not name (any more). */
export const offerOfPrice = (
  { schoolBilling: { prices } }: Pick<Config, 'schoolBilling'>,
  price_id: string,
): Offer | undefined =>
  [...offersIn(prices.standard), ...offersIn(prices.nigeria)].find((offer) => offer.price_id === price_id)
